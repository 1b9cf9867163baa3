/** «Будет выгружено строк: N» of the menu. */
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';

/** A negative total is unknown. */
export const exportTotalText = (total: number): string =>
  messages.exportTotal(total < 0 ? 'неизвестно' : formatNumber(total));
