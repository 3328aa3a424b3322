/** Names and a sentence in one script, in natural spelling. */
export type Script = { script: string; name: string; other_name: string; sentence: string; product: string };

export const TEN_SCRIPTS: readonly Script[] = [
  {
    script: 'Latin with Vietnamese marks',
    name: 'Nguyễn Thế Anh',
    other_name: 'Đặng Thị Ngọc Ánh',
    sentence: 'Căn hộ 304, tầng 3, tòa nhà Sunrise, đường Nguyễn Huệ, Quận 1',
    product: 'Cà phê sữa đá Đắk Lắk 500 g',
  },
  {
    script: 'Cyrillic',
    name: 'Анна Иванова',
    other_name: 'Юрий Щербаков',
    sentence: 'Квартира 304 (3-й этаж), улица Шейха Зайда, рядом с метро, Дубай',
    product: 'Молоко цельное 2 л',
  },
  {
    script: 'Greek',
    name: 'Ελένη Παπαδοπούλου',
    other_name: 'Γιώργος Ξενάκης',
    sentence: 'Διαμέρισμα 304 (3ος όροφος), οδός Σέιχ Ζάγεντ, κοντά στο μετρό',
    product: 'Φέτα Δωδώνη 400 γρ.',
  },
  {
    script: 'Arabic',
    name: 'فاطمة محمّد الخالدي',
    other_name: 'خالد صالح (الإدارة) 2',
    sentence: 'شقة 304 (الطابق 3)، بناية خالد، قرب محطة مترو "مول الإمارات" (Exit 2)، دبي',
    product: 'حليب المراعي 2 لتر (عرض)',
  },
  {
    script: 'Hebrew',
    name: 'שרה כהן',
    other_name: 'יוסף לוי',
    sentence: 'דירה 304 (קומה 3), רחוב שייח׳ זאיד, ליד תחנת המטרו, דובאי',
    product: 'חלב 3% בקרטון 2 ליטר',
  },
  {
    script: 'Devanagari',
    name: 'रमेश कुमार',
    other_name: 'श्रीमती लक्ष्मी देवी',
    sentence: 'फ़्लैट 304 (तीसरी मंज़िल), शेख़ ज़ायद मार्ग, मेट्रो स्टेशन के पास, दुबई',
    product: 'बासमती चावल 5 किलो',
  },
  {
    script: 'Malayalam',
    name: 'മനോജ് കൃഷ്ണൻ',
    other_name: 'ശ്രീലക്ഷ്മി നായർ',
    sentence: 'ഫ്ലാറ്റ് 304, മൂന്നാം നില, ഷെയ്ഖ് സായിദ് റോഡ്, മെട്രോ സ്റ്റേഷനു സമീപം, ദുബായ്',
    product: 'വെളിച്ചെണ്ണ 1 ലിറ്റർ',
  },
  {
    script: 'Tamil',
    name: 'முருகன் செல்வம்',
    other_name: 'தமிழ்ச்செல்வி ராஜா',
    sentence: 'அடுக்ககம் 304, மூன்றாம் தளம், ஷேக் சயீத் சாலை, மெட்ரோ நிலையம் அருகில், துபாய்',
    product: 'இட்லி மாவு 1 கிலோ',
  },
  {
    script: 'Thai',
    name: 'สมชาย ใจดี',
    other_name: 'พิมพ์พร ศรีสุข',
    sentence: 'ห้อง304ชั้น3อาคารซันไรส์ถนนชีคซายิดใกล้สถานีรถไฟฟ้าเมืองดูไบสหรัฐอาหรับเอมิเรตส์ฝั่งทิศเหนือใกล้ตลาด',
    product: 'ข้าวหอมมะลิ 5 กก.',
  },
  {
    script: 'Chinese',
    name: '王小明',
    other_name: '欧阳静怡',
    sentence: '阿联酋迪拜谢赫扎耶德路哈利法塔附近日出大厦三层304室，地铁站二号出口向东一百米，请提前打电话',
    product: '珍珠奶茶 500 毫升',
  },
];
