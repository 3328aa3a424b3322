import { machineChanged, numberedMachine } from '../../../schemas/machines.ts';

export const response = machineChanged;
export const body = numberedMachine;
