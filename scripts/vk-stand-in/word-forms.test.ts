import { declinePhrase } from './word-forms.ts';

describe('declinePhrase', () => {
  test.each([
    ['погода', 'погоды', 'погоду'],
    ['аптека', 'аптеки', 'аптеку'],
    ['музей', null, null],
    ['метро', null, 'метро'],
    ['рынок', null, 'рынок'],
    ['дороги', null, 'дороги'],
    ['отопление', 'отопления', 'отопление'],
    ['квантовый утюг', 'квантового утюга', 'квантовый утюг'],
    ['городской парк', 'городского парка', 'городской парк'],
    ['новая школа', 'новой школы', 'новую школу'],
    ['белая ночь', null, 'белую ночь'],
    ['летнее расписание', 'летнего расписания', 'летнее расписание'],
  ])('«%s»: genitive %s, accusative %s', (text, genitive, accusative) => {
    expect(declinePhrase(text)).toEqual({ genitive, accusative });
  });

  test.each(['купить гараж', 'куда пойти', 'iPhone 17', 'Зенит', 'парк культуры и отдыха', '', 'а'])(
    '«%s» is left alone',
    (text) => {
      expect(declinePhrase(text)).toEqual({ genitive: null, accusative: null });
    },
  );
});
