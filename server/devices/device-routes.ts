import { addOperation } from '../operations/add-command.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { explainDeviceNumbers } from './explain-numbers.ts';
import { listDevices } from './list-devices.ts';
import { reportDevice } from './report-device.ts';

export function deviceRoutes(app: App, services: Services): void {
  addOperation(app, services, 'report_device', (tx, actor, { body, origin }, running) =>
    reportDevice(tx, actor, { ...body, name: origin.device }, running),
  );
  addEndpoint(app, services, 'list_devices', async ({ tx, actor }) => ({
    devices: await listDevices(tx, actor, services.now()),
  }));
  addOperation(app, services, 'explain_device_numbers', (tx, actor, { params, body }, running) =>
    explainDeviceNumbers(tx, actor, { ...params, ...body }, running),
  );
}
