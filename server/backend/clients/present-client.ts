import type * as v from 'valibot';
import type { ClientRow } from '../store/clients-store.ts';
import type { clientReply } from './schemas.ts';

export const presentClient = ({ clientId, exportAccess, ...fields }: ClientRow): v.InferOutput<typeof clientReply> => ({
  client_id: clientId,
  ...fields,
  export_access: exportAccess,
});
