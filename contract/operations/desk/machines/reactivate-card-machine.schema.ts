import { machineChanged, numberedMachine } from '../../../schemas/machines.ts';

export const answer = machineChanged;
export const body = numberedMachine;
