/**
 * The messages of docs/product/api.md, and all texts used in several places. With `import * as messages` the bundler
 * includes only the texts that a page uses.
 */
import { isolate } from './isolate.ts';

export * from './messages/alerts.ts';
export * from './messages/people.ts';
export * from './messages/reports.ts';

// Load and save
export const loadClients = 'Ошибка загрузки клиентов';
export const loadWords = 'Ошибка загрузки слов';
export const loadClientWords = 'Ошибка загрузки слов клиента';
export const createWord = 'Ошибка создания слова';
export const updateWord = 'Ошибка обновления слова';
export const deleteWord = 'Ошибка удаления слова';
export const checkWords = 'Не удалось проверить фразы';
export const restoreWord = 'Не удалось восстановить фразу';
export const loadPosts = 'Ошибка загрузки постов';
export const loadAnalytics = 'Ошибка загрузки аналитики';
export const loadSummary = 'Ошибка загрузки сводки';
export const loadReport = 'Не удалось составить отчёт';
export const loadWork = 'Ошибка загрузки работы с сюжетами';
export const loadOwners = 'Ошибка загрузки источников';
export const createOwner = 'Ошибка создания источника';
export const followWall = 'Не удалось изменить сбор стены';
export const tooManyWalls = (max: number): string => `Не больше ${max} стен`;
export const enterAddresses = 'Укажите адреса';
export const tooManyAddresses = 'Не больше 100 адресов за раз';
export const noWallPhrases = 'Нет фраз';
export const createClient = 'Ошибка добавления клиента';
export const updateClient = 'Ошибка обновления клиента';
export const deleteClient = 'Ошибка удаления клиента';
export const loadCities = 'Ошибка загрузки городов';
export const loadSuggestions = 'Ошибка загрузки подсказок';
export const retry = 'Попробовать снова';
export const loading = 'Загрузка…';

// The feed as a workplace
export const markPosts = 'Не удалось отметить посты';
export const updateOverview = 'Не удалось обновить обзор: он относится к прежним фильтрам';
export const loadMutes = 'Ошибка загрузки скрытых источников и авторов';
export const createMute = 'Не удалось скрыть';
export const deleteMute = 'Не удалось вернуть';
export const loadViews = 'Ошибка загрузки фильтров';
export const saveView = 'Не удалось сохранить фильтр';
export const deleteView = 'Не удалось удалить фильтр';

// Work on stories
export const changeWork = 'Не удалось изменить';
export const saveTag = 'Не удалось сохранить тег';
export const deleteTag = 'Не удалось удалить тег';
export const saveReason = 'Не удалось сохранить причину';
export const deleteReason = 'Не удалось удалить причину';
export const workConflicts = (count: string): string => `Не изменено: ${count}. Эти сюжеты только что изменили другие`;
/** «изменил Иван»; '' when nobody has. */
const changedBy = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (${names.length === 1 ? 'изменил' : 'изменили'} ${names.map(isolate).join(', ')})`;
export const workUndone = (restored: string, skipped: string, by: readonly string[]): string =>
  `Отменено: ${restored}, пропущено: ${skipped}${changedBy(by)}`;
export const workConflict = (by: string | null): string =>
  `Сюжет только что изменил ${by === null ? 'другой человек' : isolate(by)}`;
export const saveNote = 'Не удалось сохранить заметку';
export const deleteNote = 'Не удалось удалить заметку';
export const joinStories = 'Не удалось присоединить';
export const separatePost = 'Не удалось отделить';
export const joined = 'Сюжеты объединены';
export const separated = 'Пост отделён';
export const chooseStory = 'Выберите сюжет';
export const unknownStory = 'Сюжет не найден среди ваших';
export const enterStory = 'Укажите номер или адрес сюжета';
export const sameStory = 'Это тот же сюжет';
export const singlePost = 'В сюжете нет других постов';
export const tooManyOwnStories = (max: string): string => `Присоединений и отделений не больше ${max}`;

// Export
export const exportDenied = 'Экспорт запрещён для вашей учётной записи';
export const tooManyExports = 'Слишком много выгрузок за минуту. Повторите позже';
export const exportRunning = 'Экспорт уже идёт';
/** `rows` are formatted. */
export const exportTotal = (rows: string): string => `Будет выгружено строк: ${rows}`;
export const exportProgress = (rows: string): string => `${exportRunning}. Выгружено строк: ${rows}`;

// Collection
export const loadCollection = 'Ошибка загрузки состояния сбора';
export const collectNow = 'Не удалось начать сбор';
export const collectionRequested = 'Сбор запрошен и начнётся в ближайшую минуту';
export const checksOff = 'Проверка постов выключена: POST_CHECKS_DAILY_CALLS=0';
export const collectionOff = 'Сбор не настроен: задайте VK_SERVICE_KEY';
export const collectionBusy = 'Фраза уже собирается или ждёт очереди';
export const collectionFrozen = 'Фраза заморожена и не собирается. Сначала активируйте её';
export const noRuns = 'Запусков ещё не было';

// Journal
export const loadJournal = 'Ошибка загрузки журнала';
export const noRecords = 'Нет записей';
export const noFoundRecords = 'Под выбранные фильтры не подходит ни одна запись.';
export const service = 'Служба';
export const directory = 'Каталог организации';
export const commandLine = 'Командная строка';
export const anAdministrator = 'администратор';
export const atomReader = 'Ссылка Atom';
export const unknownName = 'Неизвестное имя';
export const wrongPassword = 'Неверный пароль';
export const signInLimited = 'Слишком много попыток';
export const signedInAgain = 'Новый вход в том же браузере';
export const tokenReused = 'Сеанс завершён: его ключ использован повторно';

// Work rules
export const loadWorkRules = 'Ошибка загрузки правил';
export const previewWorkRule = 'Не удалось посчитать';
export const applyWorkRule = 'Не удалось применить правило';
export const undoRun = 'Не удалось отменить';
export const confirmRunUndo = 'Отменить этот запуск?';
export const noRuleRuns = 'Правила ещё ничего не меняли';
export const chooseRuleAction = 'Выберите, что делать с постами';

/** `time` is formatted. */
export const changedByOther = (who: string, time: string): string => `Изменено другим: ${isolate(who)}, ${time}`;

export const othersKept = 'Оставлено чужое';

// Connection
export const connectionLost = 'Нет связи с сервером. Повторим сами';
export const connectionRestored = 'Связь восстановлена';
export const newVersion = 'Вышла новая версия. Страница обновится, введённое сохранится';
export const partFailed = 'Не удалось загрузить часть страницы';
export const repeat = 'Повторить';

// Fields
export const enterText = 'Введите текст';
export const chooseClient = 'Выберите клиента';
export const chooseType = 'Выберите тип';
export const enterTitle = 'Введите название';
export const enterName = 'Введите имя';
export const enterIp = 'Введите IP-адрес';
export const enterMac = 'Введите MAC-адрес';
export const badIp = 'Неверный IP-адрес';
export const badMac = 'Неверный MAC-адрес';
export const badEmail = 'Неверный email';
export const badDays = 'Укажите от 1 до 10 000 дней';
export const keptWhileCollected = (days: number): string => `Не меньше ${days} дней: столько комментарии собираются`;
export const textTooLong = (max: number): string => `Текст длиннее ${max} символов`;
export const badDate = 'Неверная дата';
export const dateError = 'Ошибка даты';

// Clipboard
export const copied = 'Скопировано';
export const copyFailed = 'Не удалось скопировать';

// Deliberately not implemented (docs/product/sources.md)
export const ownerUpdateMissing = 'Обновление источников пока не реализовано';
export const ownerDeleteMissing = 'Удаление источников пока не реализовано';

// Confirmations
export const confirmWordDeleteAdmin =
  'Пометить это слово и связанные посты как удалённые? Это действие можно будет отменить.';
export const confirmWordDeleteClient = 'Удалить это слово из вашего списка отслеживания?';
export const confirmWordRestore = 'Восстановить это слово и связанные посты?';
export const confirmOwnerDelete = 'Удалить этот источник?';
export const confirmClientDelete = 'Удалить этого клиента?';

// Empty states
export const noWords = 'Нет слов';
export const noFoundWords = 'Под выбранные фильтры не подходит ни одна фраза.';
export const noPosts = 'Нет постов';
export const reversedDays = 'Дата начала позже даты окончания';
export const fixAnalytics = 'Исправьте выделенное, чтобы увидеть аналитику';
export const noAnalytics = 'За этот период под выбранные фильтры не подходит ни один пост.';
export const allPhrases = 'Все фразы';
export const tooManyPhrases = (max: number): string => `Можно сравнить не больше ${max} фраз. Показаны первые ${max}`;
export const fixQuery = 'Исправьте запрос, чтобы увидеть посты';
export const hiddenPosts = 'Под выбранные фильтры не подходит ни один пост.';
export const resetFilters = 'Сбросить фильтры';
export const filtersReset = 'Фильтры сброшены';
export const unknownPhrase = 'Фраза не найдена';
export const unknownCity = 'Город не найден';
export const noOwners = 'Нет источников';
export const nothingFound = 'Ничего не найдено';
export const clientAdded = 'Клиент добавлен';
export const noClients = 'Нет клиентов';
export const noText = 'Нет текста';
export const onlyPhoto = 'Фото';
export const photoOfPost = 'Фото поста';
export const noCity = 'Не указано';
/** The filter that selects posts without a city. */
export const cityNotGiven = 'Не указан';
export const notUpdated = 'Не обновлялось';
export const placeholder = 'Функционал в разработке';

// Faults of the service
export const backendDown = 'Сервис данных не отвечает. Повторите попытку позже.';
export const updateBackend = 'Сначала обновите backend';
export const backendTimeout = 'Сервис данных не ответил вовремя';
export const badPath = 'Недопустимый адрес запроса';
export const bodyTooLarge = 'Слишком большой запрос';
export const bodyTooSlow = 'Форма передаётся слишком долго. Отправьте её ещё раз';
export const badRequest = 'Неверный запрос';
export const errorTitle = 'Ошибка';
export const unexpected = 'Произошла непредвиденная ошибка';
export const islandFailed = 'Часть возможностей этой страницы не работает: произошла непредвиденная ошибка';
export const islandFailedInOldBrowser = 'Часть возможностей этой страницы не работает: браузер устарел';
export const notFound = 'Страница не найдена';
export const forbidden = 'Недостаточно прав';
export const unauthorized = 'Требуется вход в систему';
export const unknownCall = 'Такого вызова нет';
export const dataUpdate = (percent: number): string => `Идёт обновление данных: ${percent}\u00A0%`;
export const dataUpdateWait = 'Страница откроется сама, как только оно закончится.';
export const newerSchema = 'Сервис обновляется: изменения пока не сохраняются. Повторите через несколько минут.';
/** For operators: versions before 1.0.0 are updated by its program. */
const version10 = 'версии 1.0.0 (коммит c6960d7c)';
export const olderSchema = `База данных старше версии 1.0.0: сначала обновите её программой ${version10}`;
export const unfinishedSchema = `Обновление базы данных до версии 1.0.0 не закончено: сначала запустите программу ${version10} и дождитесь его конца`;
export const storageFault = 'Хранилище данных недоступно: сообщите администратору сервиса';
export const queryLimit = 'Поиск не успел выполниться. Сузьте фильтры или повторите позже.';
export const searchNotReady = (percent: number): string =>
  `Поиск по постам готовится: ${percent} %. Повторите через несколько минут.`;
export const duplicateId = 'Запись с таким ID уже есть';
export const erasedOwner = 'Стёрт по запросу';
export const wordNotTracked = (text: string): string => `Клиент не отслеживает фразу «${text}»`;
export const ownWordTracked = 'Вы уже отслеживаете эту фразу';
export const wordChanged = (who: string, text: string): string =>
  `Фразу только что изменил ${isolate(who)}: ${isolate(text)}`;
export const wordAwaited = 'Фраза добавлена. Первые посты появятся в течение минуты';
export const wordTracked = 'Клиент уже отслеживает эту фразу';
export const tooManyWords = (max: number): string => `Достигнут предел: не больше ${max} фраз. Удалите ненужные`;
export const wordExists = 'Такая фраза уже есть';
export const wordNotRestored =
  'Такую фразу уже добавили заново. Чтобы восстановить эту, удалите или переименуйте новую';
export const noWordsToSearch = 'Во фразе нет слов для поиска. Измените её текст.';
export const tooManySearches = 'Слишком много вариантов в одной фразе. Разделите её на несколько.';
/** Why a run of the collector ended; what follows is added to them. */
export const vkNotAnswering = 'ВК не отвечает';
export const vkLate = 'ВК не ответил вовремя';
export const vkReplyTooLarge = 'Ответ ВК слишком велик';
export const vkReplyUnreadable = (status: number): string => `ВК ответил не по правилам (HTTP ${status})`;
export const vkKeyMissing = 'Ключ ВК не задан';
export const vkKeysRefused = 'ВК не принимает ни одного ключа';
export const vkCallsUsedUp = 'У ключей ВК сейчас нет свободных вызовов';
export const vkError = (code: number): string => `Ошибка ВК ${code}`;
export const collectionFault = 'Сбой сервиса. Сбор повторится сам через час, причина — в журнале сервиса.';
export const severalColumns = 'Несколько столбцов: оставьте в строке одну фразу';
/** The error of a search text that cannot be parsed. `character` is the position, from 1 on. */
export const queryError = (what: string, character: number): string =>
  `Ошибка в запросе: ${what} (символ ${character})`;
export const markupInText = 'Уберите из текста теги и управляющие символы';
export const addressInTitle = 'Название не может содержать ссылку';
export const badDomain = 'Домен состоит из латинских букв, цифр, точек, дефисов и подчёркиваний';
export const badPhotoUrl = 'Введите адрес фото, который начинается с http:// или https://';
export const tooManyOwners = (max: number): string =>
  `Достигнут предел: не больше ${max} источников без постов. Попросите администратора удалить ненужные`;
export const unknownId = 'Запись не найдена';
export const unknownClient = 'Клиент не найден';
export const unknownOwner = 'Источник не найден';
export const unknownAuthor = 'Автор не найден';
export const tooManyMutes = (max: number): string =>
  `Достигнут предел: не больше ${max} скрытых источников и авторов. Верните ненужные`;
export const unknownPerson = 'Человек не найден';
export const unknownTag = 'Тег не найден';
export const unknownReason = 'Причина не найдена';
export const tagExists = 'Такой тег уже есть';
export const reasonExists = 'Такая причина уже есть';
export const moreNotes = (count: string): string => `Ещё заметки: ${count}`;
export const tooManyNotes = (max: number): string => `Достигнут предел: не больше ${max} заметок. Удалите ненужные`;
export const tooManyPeople = (max: number): string => `Достигнут предел: не больше ${max} человек`;
export const tooManyTags = (max: number): string => `Достигнут предел: не больше ${max} тегов. Удалите ненужные`;
export const tooManyReasons = (max: number): string => `Достигнут предел: не больше ${max} причин. Удалите ненужные`;
export const chooseReason = 'Выберите причину';
export const choosePostponement = 'Выберите, до чего отложить';
/** The error of a bulk change when the number of stories has changed since it was shown. */
export const listChanged = (total: number): string => `Список изменился: теперь ${total}. Повторить?`;
export const notUndone = 'Это изменение уже нельзя отменить';
export const untilPast = 'Выберите время в будущем';
export const viewExists = 'Фильтр с таким названием уже есть';
/** Names in a sentence: «A», «B». */
const quoted = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ');
export const viewOfRules = (names: readonly string[]): string =>
  `Фильтр используют правила: ${quoted(names)}. Его меняет тот, кто меняет правила`;
export const tagOfRules = (names: readonly string[]): string =>
  `Тег используют оповещения: ${quoted(names)}. Его удаляет владелец`;
export const sharedOwnFilter = 'Фильтр «Моё» у каждого свой: выберите исполнителя';
export const tooManyViews = (max: number): string => `Достигнут предел: не больше ${max} фильтров. Удалите ненужные`;
