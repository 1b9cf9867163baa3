/** Texts of reports. Import them from shared/messages.ts. */

export const loadReports = 'Ошибка загрузки отчётов';
export const saveReport = 'Не удалось сохранить отчёт';
export const deleteReport = 'Не удалось удалить отчёт';
export const sendReport = 'Не удалось отправить отчёт';
export const reportExists = 'Отчёт с таким названием уже есть';
export const tooManyReports = (max: number): string => `Достигнут предел: не больше ${max} отчётов. Удалите ненужные`;
export const confirmReportDelete = 'Удалить этот отчёт?';
export const noReports = 'Нет отчётов';
export const enterReportDays = 'Укажите первый и последний день';
export const reportDaysReversed = 'Последний день раньше первого';
export const reportTooLong = (max: number): string => `Не больше ${max} дней`;
export const tooManyReportViews = (max: number): string => `Не больше ${max} фильтров`;
export const chooseSections = 'Выберите хотя бы один раздел';
export const chooseFormats = 'Выберите хотя бы один формат';
export const enterTime = 'Укажите время';
export const tooManyRecipients = (max: number): string => `Не больше ${max} получателей`;
export const badRecipient = (address: string): string => `Неверный адрес: ${address}`;
export const mailOff = 'Отправка почты не настроена на сервере';
export const outsideMail = 'Письмо уйдёт за пределы организации';
export const reportNotMade = 'отчёт не составлен';
export const viewGone = 'Фильтр удалён';
export const exportForbidden = 'экспорт запрещён';
export const authorLost = (name: string): string => `у ${name} нет права на экспорт`;
export const reportRecipient = 'Получатель отчёта';
export const trialQueued = 'Отчёт отправляется. Итог — в таблице «Доставка» на странице «Оповещения».';
export const reportStopped = 'Отчёт больше не будет приходить на этот адрес';
