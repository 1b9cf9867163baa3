/** Texts of alerts. Import them from shared/messages.ts. */

// Alerts
export const loadAlerts = 'Ошибка загрузки оповещений';
export const saveAlertRule = 'Не удалось сохранить правило';
export const deleteAlertRule = 'Не удалось удалить правило';
export const sendAlertTrial = 'Не удалось отправить пробное сообщение';
export const loadAlertHistory = 'Не удалось проверить правило на истории';
export const renewAtomLink = 'Не удалось отозвать ссылку';
export const badWebhook = 'Неверный адрес: нужен адрес http:// или https:// без имени и пароля';
export const webhookNotFound = 'Сервер с таким именем не найден';
export const webhookForbidden = 'Адрес не входит в список разрешённых: обратитесь к администратору сервера';
export const chooseView = 'Выберите фильтр';
export const badAlertLeast = (max: number): string => `Введите целое число от 1 до ${max}`;
export const enterAddress = 'Введите адрес';
export const enterQuietTime = 'Укажите и начало, и конец тихих часов';
export const quietAllDay = 'Начало и конец тихих часов совпадают';
export const mailDomainForbidden = (domains: readonly string[]): string =>
  `Можно указать адрес только в домене ${domains.join(', ')}`;
export const webhookByAdministrator = 'Адрес webhook задаёт администратор';
export const channelOff = 'Этот способ доставки не настроен: обратитесь к администратору сервера';
export const ruleExists = 'Правило с таким названием уже есть';
export const tooManyRules = (max: number): string => `Достигнут предел: не больше ${max} правил. Удалите ненужные`;
export const saveRuleFirst = 'Сначала сохраните изменения';
export const confirmRuleDelete = 'Удалить это правило?';
export const confirmAtomRenewal = 'Отозвать ссылку?';
export const atomLinkRevoked = 'Отозвана при смене пароля: создайте ссылку заново';
export const atomLinkHidden = 'В режиме просмотра ссылка не показана';
export const noRules = 'Нет правил';
export const noSavedViews = 'Нет сохранённых фильтров';
export const saveViewFirst = 'Сначала сохраните фильтр в новостной ленте';
export const noAtomFeed = 'Лента не найдена';
export const noDeliveries = 'Сообщений ещё не было';

// Why a message was not sent
export const receiverSilent = 'Получатель не ответил вовремя';
export const receiverRefused = 'Получатель не принимает соединения';
export const noConnection = 'Не удалось соединиться с получателем';
export const connectionCut = 'Соединение с получателем прервано';
export const badCertificate = 'Не удалось проверить сертификат получателя';
export const webhookStatus = (status: number): string => `Получатель вернул ошибку ${status}`;
export const smtpStatus = (status: number): string => `Почтовый сервер вернул ошибку ${status}`;
export const smtpRecipient = (status: number): string => `Почтовый сервер отказал получателю: ошибка ${status}`;
export const smtpSender = (status: number): string => `Почтовый сервер отказал отправителю: ошибка ${status}`;
export const smtpLogin = 'Почтовый сервер не принял имя или пароль';
export const tooManyTrials = (max: number): string =>
  `Можно отправить не больше ${max} пробных сообщений в час. Повторите позже`;
export const tooManyTries = 'Отправка прерывалась слишком много раз';
export const sendingFailed = 'Внутренняя ошибка при отправке';
export const postsGone = 'посты удалены или скрыты';
export const contentErased = 'Данные стёрты';
