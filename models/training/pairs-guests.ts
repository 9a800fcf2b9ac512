/** Guests whose name is written in its own script and in Latin letters, as in a passport. */
export interface Spelling {
  home: string;
  own: readonly [firstName: string, lastName: string];
  latin: readonly [firstName: string, lastName: string];
  email: string;
  phone: string;
}

const guest = (
  home: string,
  own: string,
  latin: string,
  email: string,
  phone: string,
): Spelling => {
  const split = (name: string) => name.split(" ") as [string, string];
  return { home, own: split(own), latin: split(latin), email, phone };
};

export const homes: readonly Spelling[] = [
  guest(
    "RU",
    "Екатерина Иванова",
    "Ekaterina Ivanova",
    "ekaterina.ivanova@mail.ru",
    "+79161234567",
  ),
  guest(
    "UA",
    "Олександр Шевченко",
    "Oleksandr Shevchenko",
    "o.shevchenko@ukr.net",
    "+380501234567",
  ),
  guest("BG", "Георги Димитров", "Georgi Dimitrov", "georgi.dimitrov@abv.bg", "+359881234567"),
  guest(
    "MK",
    "Јован Стојановски",
    "Jovan Stojanovski",
    "jovanstojanovski@gmail.com",
    "+38972345678",
  ),
  guest("KZ", "Айгуль Ахметова", "Aigul Akhmetova", "aigul.ahmetova@mail.ru", "+77071234567"),
  guest(
    "GR",
    "Γιώργος Παπαδόπουλος",
    "Giorgos Papadopoulos",
    "g.papadopoulos@gmail.com",
    "+306912345678",
  ),
  guest(
    "CY",
    "Μαρία Χριστοδούλου",
    "Maria Christodoulou",
    "maria.christodoulou@gmail.com",
    "+35796123456",
  ),
  guest("GE", "გიორგი ბერიძე", "Giorgi Beridze", "giorgi.beridze@gmail.com", "+995555123456"),
  guest("AM", "Արմեն Պետրոսյան", "Armen Petrosyan", "armen.petrosyan@mail.ru", "+37477123456"),
  guest("IL", "דוד כהן", "David Cohen", "david.cohen@walla.co.il", "+972502345678"),
  guest("EG", "محمد حسن", "Mohamed Hassan", "mohamed.hassan@gmail.com", "+201001234567"),
  guest("SA", "فهد العتيبي", "Fahad Alotaibi", "fahad.otaibi@hotmail.com", "+966512345678"),
  guest("AE", "سارة المنصوري", "Sara Almansoori", "sara.almansoori@gmail.com", "+971501234567"),
  guest("DZ", "كريم بوزيد", "Karim Bouzid", "karim.bouzid@gmail.com", "+213551234567"),
  guest("IR", "رضا محمدی", "Reza Mohammadi", "reza.mohammadi@gmail.com", "+989123456789"),
  guest("IN", "राहुल शर्मा", "Rahul Sharma", "rahul.sharma@gmail.com", "+918123456789"),
  guest("NP", "सुनिता थापा", "Sunita Thapa", "sunita.thapa@gmail.com", "+9779841234567"),
  guest("BD", "তানভীর রহমান", "Tanvir Rahman", "tanvir.rahman@gmail.com", "+8801812345678"),
  guest("LK", "නිමල් පෙරේරා", "Nimal Perera", "nimal.perera@gmail.com", "+94712345678"),
  guest("TH", "สมชาย ใจดี", "Somchai Jaidee", "somchai.jaidee@gmail.com", "+66812345678"),
  guest("KR", "민준 김", "Minjun Kim", "minjun.kim@naver.com", "+821023456789"),
  guest("JP", "さくら 田中", "Sakura Tanaka", "sakura.tanaka@yahoo.co.jp", "+819012345678"),
  guest("CN", "小明 王", "Xiaoming Wang", "xiaoming.wang@163.com", "+8613812345678"),
  guest("TW", "雅婷 張", "Yating Chang", "yating.chang@yahoo.com.tw", "+886912345678"),
  guest("HK", "大文 陳", "Tai-Man Chan", "taiman.chan@gmail.com", "+85251234567"),
  guest("VN", "Đức Nguyễn", "Duc Nguyen", "duc.nguyen@gmail.com", "+84912345678"),
  guest("TR", "Çağla Yıldırım", "Cagla Yildirim", "cagla.yildirim@gmail.com", "+905321234567"),
  guest("PL", "Łukasz Żółkiewski", "Lukasz Zolkiewski", "lukasz.zolkiewski@wp.pl", "+48501234567"),
];
