import { deskShop } from '../../../schemas/shop.ts';

export const response = deskShop;
