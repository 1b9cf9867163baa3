/** Texts of sign-in, people and their rights. Import them from shared/messages.ts. */

// Sign-in and sessions
export const loginTitle = 'Ошибка входа';
export const loginFailed = 'Login failed';
export const badCredentials = 'Неверное имя пользователя или пароль';
export const signInLost = 'Браузер не сохранил вход. Разрешите cookie для этого адреса';
export const sessionEnded = 'Сеанс истёк, войдите снова';
export const sessionOver = 'Сеанс завершён. Войдите снова.';
export const draftKept = 'Введённое до конца сеанса сохранено: откройте форму снова.';
export const refreshFailed = 'Не удалось продлить сеанс';
export const signOutTitle = 'Выход';
export const signedOutHere = 'Вы вышли из сервиса. Осталось выйти из учётной записи организации';
export const continueSignOut = 'Продолжить выход';
export const logoutFailed = 'Ошибка выхода';
export const logoutIncomplete =
  'В этом браузере вы вышли, но сервис данных не подтвердил завершение сеанса. Войдите и выйдите ещё раз.';
export const foreignOrigin = 'Запрос с чужого сайта отклонён';
export const foreignOriginHint = 'Администратору: адрес в браузере и адрес сервиса разные, см. его журнал';
export const tooManyAttempts = (seconds: number): string => `Слишком много попыток. Повторите через ${seconds} с.`;

// Impersonation
export const impersonate = 'Ошибка имперсонализации';
export const returnToAdmin = 'Ошибка возврата к админу';
export const stopImpersonation = 'Ошибка остановки имперсонализации';
export const enterClientId = 'Введите ID клиента';
export const impersonationOver = 'Время работы от имени клиента истекло';
export const impersonationNested = 'Сначала вернитесь к администратору';
export const impersonationOff = 'Вход от имени клиента отключён';

export const enterReason = 'Введите причину';
export const reasonTooShort = 'Причина должна содержать не менее 3 символов';
export const readOnly = 'Режим просмотра: изменения запрещены';

// People
export const loadPeople = 'Ошибка загрузки людей';
export const savePerson = 'Не удалось сохранить';
export const enterLogin = 'Введите логин';
export const addressInName = 'Имя не может содержать ссылку';
export const loginTaken = 'Такой логин уже занят';
export const personOfDirectory = 'Этим человеком управляет каталог организации';
export const passwordOfDirectory = 'Пароль меняется в каталоге организации';
export const lastOwner = 'У клиента должен остаться владелец, который может войти';
export const badInvitation = 'Приглашение недействительно: попросите новую ссылку';
export const invitationFailed = 'Пароль не задан';
export const confirmPersonDisable = 'Отключить этого человека?';
export const confirmPersonEnable = 'Включить этого человека?';
export const confirmPersonDelete = 'Удалить этого человека?';
export const noPeople = 'Нет людей';

// API keys
export const loadKeys = 'Ошибка загрузки ключей API';
export const saveKey = 'Не удалось сохранить';
export const enterKeyName = 'Введите название';
export const chooseScopes = 'Выберите права';
export const tooManyKeys = (count: number) => `Ключей может быть не больше ${count}`;
export const badKey = 'Ключ API недействителен';
export const keyForbidden = 'Ключ API не даёт этого права';
export const keyLimited = 'Слишком много запросов с этим ключом API';
export const noKeys = 'Нет ключей API';
export const confirmKeyRevoke = 'Отозвать этот ключ?';

// Second factor
export const secondFactor = 'Второй фактор';
export const recoveryCodes = 'Резервные коды';
export const loadSecondFactor = 'Ошибка загрузки второго фактора';
export const saveSecondFactor = 'Не удалось изменить второй фактор';
export const secondFactorNeeded = 'Для входа нужен второй фактор: включите его сейчас';
export const wrongCode = 'Неверный код';
export const wrongProof = 'Неверный пароль или код';
export const signInAgain = 'Время входа истекло. Введите пароль ещё раз.';
export const secondFactorRequired = 'Второй фактор обязателен: выключить его нельзя';
export const secondFactorOn = 'Второй фактор уже включён';
export const secondFactorOff = 'Второй фактор выключен';
export const confirmSecondFactorReset = 'Сбросить второй фактор этого человека?';

// Passwords
export const wrongCurrentPassword = 'Неверный текущий пароль';
export const passwordNotChanged = 'Не удалось изменить пароль. Попробуйте ещё раз.';
export const passwordChanged = 'Пароль успешно изменён!';
export const passwordTooShort = 'Пароль должен содержать не менее 8 символов';
export const passwordBlank = 'Пароль не может состоять из одних пробелов';
export const passwordIsName = 'Пароль не должен совпадать с именем или ID';
export const passwordCommon = 'Этот пароль слишком распространён. Придумайте другой.';
export const passwordsDiffer = 'Пароли не совпадают';
export const passwordSame = 'Новый пароль должен отличаться от текущего';
export const enterCurrentPassword = 'Введите текущий пароль';
export const otherAdminPassword = 'Изменение паролей других администраторов пока не поддерживается';

// Sign-on by a directory
export const noGroup = 'Группы не дают доступа';
export const groupsUnsaid = 'Каталог не сообщил группы';
export const unfitLogin = 'Непригодный логин';
export const localLogin = 'Логин занят местной учётной записью';
export const disabledByOwner = 'Отключён владельцем клиента';
export const directoryOver = 'Каталог больше не подтверждает вход';
export const invitationsOff = 'Вход по паролю отключён: людей добавляет каталог организации';
export const localSignInOff = 'Вход по паролю отключён. Войдите через учётную запись организации';
export const otherUserType = 'Выберите другой тип пользователя: эта учётная запись входит не так';
export const foreignHeader = 'Заголовки входа пришли не от прокси-сервера организации';
export const providerFailed = 'Вход не удался. Начните его снова';
export const providerDenied = 'Вход отменён';
export const directoryDown = 'Каталог организации не отвечает. Повторите позже';
export const directoryRefusals = {
  none: 'Вашим группам не дан доступ. Попросите администратора сервиса включить вас в группу с доступом',
  taken: 'Такой логин уже есть в сервисе. Попросите администратора сервиса связать его с вашей учётной записью',
  disabled: 'Ваш доступ отключён. Обратитесь к владельцу клиента',
  unfit: 'Каталог сообщил непригодный логин. Обратитесь к администратору сервиса',
  unsaid: 'Каталог не сообщил ваши группы. Обратитесь к администратору сервиса',
};
export const switchSeat = 'Не удалось перейти к другому клиенту';
