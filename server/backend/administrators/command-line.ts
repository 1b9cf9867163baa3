/** The author of what the command line changes, for the journal. */
import * as messages from '../../../shared/messages.ts';
import type { Author } from '../store/journal-store.ts';

export const commandLine = (at: number): Author => ({ who: messages.commandLine, onBehalfOf: null, address: '', at });
