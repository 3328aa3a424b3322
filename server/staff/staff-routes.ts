import { addCommand, addOperation } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { addStaff } from './add-staff.ts';
import { changeStaff } from './change-staff.ts';
import { setDriverStatus } from './drivers.ts';
import { disableStaff, enableStaff, endStaffSession, setPassword } from './staff-access.ts';
import { listShopStaff, listStaffSessions } from './staff-at-desk.ts';

/** The shop's staff at its desk (ruling G1). What answers a password keeps no answer, and so is no command. */
export function staffRoutes(app: App, services: CommandServices): void {
  const { config } = services;
  const { product_name } = config;
  addEndpoint(app, services, 'list_staff', async ({ tx, actor }) => ({
    staff: await listShopStaff(tx, actor, config, services.now()),
  }));
  addOperation(app, services, 'add_staff', async (tx, actor, { body }, running) => {
    const { staff_id, ...person } = body;
    const added = await addStaff(tx, actor, { ...person, user_id: staff_id, product_name }, running);
    return { staff_id, one_time_password: added.one_time_password };
  });
  addCommand(app, services, 'change_staff', async (tx, actor, { staff_id, ...change }, running) => {
    await changeStaff(tx, actor, { ...change, user_id: staff_id }, running);
    return { staff_id };
  });
  addCommand(app, services, 'disable_staff', async (tx, actor, { staff_id }, running) => {
    await disableStaff(tx, actor, { user_id: staff_id }, running);
    return { staff_id };
  });
  addCommand(app, services, 'enable_staff', async (tx, actor, { staff_id }, running) => {
    await enableStaff(tx, actor, { user_id: staff_id }, running);
    return { staff_id };
  });
  addCommand(app, services, 'set_driver_status', (tx, actor, { staff_id, status }, running) =>
    setDriverStatus(tx, actor, { user_id: staff_id, status }, running),
  );
  addOperation(app, services, 'reset_staff_password', (tx, actor, { params }, running) =>
    setPassword(tx, actor, { user_id: params.staff_id }, running),
  );
  addEndpoint(app, services, 'list_staff_sessions', async ({ tx, actor, query }) => ({
    sessions: await listStaffSessions(tx, actor, query.staff_id, config, services.now()),
  }));
  addCommand(app, services, 'end_staff_session', async (tx, actor, { staff_id, session_id }, running) => {
    await endStaffSession(tx, actor, { user_id: staff_id, session_id }, running);
    return { staff_id };
  });
}
