/** Who may export: administrators, and clients whose `export_access` is allowed. */
import { loadClient } from '../../shared/api/clients.ts';
import { RefusedError } from '../backend-link/backend-errors.ts';
import { AppError } from '../platform/app-error.ts';
import type { ExportInput } from './export-table.ts';

/** A refusal of the call means that the client has no permission; a fault is a fault. */
async function isAllowed({ send }: ExportInput, clientId: string): Promise<boolean> {
  try {
    return (await send(loadClient(clientId))).exportAccess === 'allowed';
  } catch (error) {
    const isRefusal = error instanceof AppError && error.cause instanceof RefusedError && error.status < 500;
    if (isRefusal) return false;
    throw error;
  }
}

/** While an administrator acts as a client, the permission of the client counts. */
export async function mayExport(input: ExportInput): Promise<boolean> {
  const { user } = input.viewer;
  return user.type === 'admin' || isAllowed(input, user.client_id);
}
