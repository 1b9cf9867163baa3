/** Records an export in the journal of the backend. Requires the capability `journal`. */
import type { ExportFormatName, ExportName } from '../export.ts';
import * as messages from '../messages.ts';
import { type Call, post } from './call.ts';
import { readNothing } from './read.ts';

export const recordExport = (list: ExportName, format: ExportFormatName): Call<null> =>
  post('/server/journal/export', { List: list, Format: format }, readNothing, messages.unexpected);
