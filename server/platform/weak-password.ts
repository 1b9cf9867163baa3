/** The rules of new passwords on the server: the shared rules, and a list of common passwords. */
import * as messages from '../../shared/messages.ts';
import { newPasswordError } from '../../shared/rules/password.ts';

/** The most common passwords of 8 or more characters, typed in the Latin or the Russian keyboard layout. */
const common = new Set(
  `
  00000000 000000000 0000000000 01234567 0123456789 09876543 0987654321 10203040 1029384756 11111111 111111111
  1111111111 11112222 11223344 1122334455 112233445566 12121212 123123123 123123123123 12312312 1231231234 12341234
  1234512345 123454321 12345678 123456789 1234567890 12345678910 123456781 12345679 123456123456 12345qwert 1234qwer
  1234abcd 123qweasd 123qwe123 123qwe123qwe 123qweasdzxc 13131313 147258369 14725836 147852369 159357456 159753456
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 21212121 22222222 31415926 33333333
  44444444 55555555 66666666 741852963 77777777 789456123 87654321 88888888 98765432 987654321 9876543210 99999999
  999999999 a1234567 a12345678 a123456789 aa123456 aaaaaaaa abcd1234 abcdefgh abc12345 abc123456 access14 admin123
  admin1234 admin12345 adminadmin administrator alexander alexandra anastasia asdasdasd asdf1234 asdfasdf asdfghjk
  asdfghjkl azertyui babygirl backdoor baseball basketball bismillah blink182 bubbles1 butterfly changeme changeme1
  charlie1 chocolate computer corvette dearbook december default1 dragon12 elizabeth facebook fktrcfylh football
  football1 ghbdtn12 ghbdtn123 ghbdtngh gfhjkm12 gfhjkm123 gfhjkm1234 gfhjkmgfhjkm google123 hello123 hellohello
  iloveyou iloveyou1 iloveyou2 infinity internet jennifer jonathan kristina letmein1 letmein123 liverpool lovelove
  maksimka marseille master123 maverick maximilian mercedes michelle minecraft monkey123 mustang1 myspace1 natasha1
  nbvjatq12 p@ssw0rd p@ssword pa$$w0rd pa55word passw0rd passw0rd1 password password! password1 password12
  password123 password1234 password2 passpass pokemon1 princess princess1 private1 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
  qazwsx12 qazwsx123 qazwsxedc qazwsxedcrfv qqqqqqqq qwaszx12 qwe123qwe qweasdzxc qweqweqwe qwer1234 qwert123 qwerty11
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty777 qwertyqwerty qwertyui qwertyuiop
  qwertyuiop[] rush2112 samantha samsung1 scorpion secret123 september shadow12 slipknot spartak1 spiderman starwars
  sunshine sunshine1 superman superman1 test1234 testtest time2016 trustno1 university user1234 vfhbyf12 vfrcbvrf
  vladimir volleyball welcome1 welcome123 whatever xxxxxxxx yfnfirf1 z1x2c3v4 zaq12wsx zaq1zaq1 zxc123456
  zxcvbnm, zxcvbnm1 zxcvbnm123 zxcvbnmasdfghjkl zxcvzxcv zzzzzzzz пароль12 пароль123 пароль1234 парольпароль
  мойпароль привет12 привет123 приветпривет йцукен12 йцукен123 йцукенгш йцукенгшщ йцукенгшщз йцукенгшщзх йцукенгшщзхъ
  йфяцычувс фывапролд фывапролджэ фыва1234 ячсмитьбю ячсмить1 йцуфывячс 1й2ц3у4к 1йфя2цыч 123йцуке 123йцукен
  1234йцук админ123 администратор наташа12 александр анастасия екатерина владимир любимая1 любимый1 любовь12
  солнышко максимка спартак1 зенитчемпион россия12 кристина вконтакте одноклассники
  `
    .trim()
    .split(/\s+/),
);

const isCommon = (password: string): boolean => common.has(password.normalize().toLowerCase());

/** Returns the error of a new password, or null. `accountNames`: see `newPasswordError`. */
export const weakPasswordError = (password: string, accountNames: readonly string[] = []): string | null =>
  newPasswordError(password, accountNames) ?? (isCommon(password) ? messages.passwordCommon : null);
