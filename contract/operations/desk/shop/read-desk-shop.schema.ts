import { deskShop } from '../../../schemas/shop.ts';

export const answer = deskShop;
