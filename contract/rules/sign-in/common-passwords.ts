/**
 * The most common passwords, from the 10 million that Mark Burnett published, in the order of OWASP SecLists
 * (CC BY-SA 3.0). Loaded separately, only where a user chooses a password (decision 95).
 */

/** The passwords among the 100,000 most common ones that meet the minimum length, in lower case. */
const PASSWORDS = `
..qlvvcvdeero 0000000000 000000000000 0000000000d 0000000000o 000777fffa 0102030405 010203040506 0123456789
01234567890 012345678910 0123654789 0123698745 014702580369 0147258369 0147852369 0147896325 0192837465 01telemike01
02987654321 050605rostik 0528325452mr 070793monolit 0987612345 0987654321 0987654321a 0987654321q 0995359291
0cdh0v99ue 0o9i8u7y6t 100894olol 1010101010 1010810108 1020304050 102030405060 1029384756 1029384756q 10293847qp
10987654321 1111111111 11111111111 111111111111 1111111111111 111111111111111 11111111111111111111 1111111111a
1111111111q 1111111111zz 1111122222 11111aaaaa 1112131415 111222333000 111222333444 111222333444555 111222333a
111222333q 1122112211 1122334455 112233445566 1123581321 112358132134 1133557799 1212121212 1212312121 1213141516
1213141516171819 1223334444 122333444455555 1223505sayana 123123123123 123123123123123 1231231234 123123123a
123123123q 123123123z 123123qweqwe 123321123321 123321456654 123321qweewq 123412341234 1234509876 1234512345
123451234512345 1234554321 1234554321a 1234554321q 123456123456 1234562000 12345654321 123456654321 123456654321a
12345672000 12345677654321 1234567812345678 123456782000 1234567887654321 123456789* 123456789. 1234567890 1234567890-
12345678900 123456789000 12345678900987654321 12345678901 123456789012 1234567890123 12345678901234567890
1234567890987654321 1234567890a 1234567890d 1234567890g 1234567890l 1234567890m 1234567890o 1234567890p 1234567890q
1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890qwertyuiop 1234567890s 1234567890v 1234567890w
1234567890z 1234567890zzz 1234567891 12345678910 123456789101 1234567891011 123456789101112 12345678912 123456789123
123456789123456 123456789123456789 1234567892000 12345678987654321 1234567899 123456789987 1234567899876543
123456789987654321 12345678999 123456789a 123456789aa 123456789aaa 123456789abc 123456789as 123456789asd 123456789azat
123456789b 123456789c 123456789d 123456789e 123456789f 123456789g 123456789i 123456789j 123456789k 123456789l
123456789m 123456789n 123456789o 123456789p 123456789q 123456789qaz 123456789qq 123456789qqq 123456789qw 123456789qwe
123456789qwer 123456789qwerty 123456789r 123456789s 123456789t 123456789v 123456789w 123456789x 123456789y 123456789z
123456789zx 123456789zxc 123456789zz 12345678qwe 12345678qwertyu 1234567qwerty 1234567qwertyu 123456qwer 123456qwert
123456qwerty 123456zxcvbn 12345abcde 12345asdfg 12345q12345 12345qazwsx 12345qwert 12345qwert7 12345qwerty 12345trewq
12345zxcvb 1234qw1234qw 1234qwerasdf 1234qwerasdfzxcv 1234qwerty 1236547890 123654789a 1236987005 12369874123
123698745a 123ewqasdcxz 123hfjdk147 123qazwsxedc 123qwe123qwe 123qwe456rty 123qweasdzx 123qweasdzxc 123qwerty123
123qwerty456 123qwertyuiop 123sas4758 125712571257d 12andriy14 12qw34er56ty 1302alex1994 1313131313 131313131313
1324354657 1324354657687980 132forever 1346798520 1357908642 1357913579 1357924680 1357997531 141312190296q 1472583690
147258369a 147258369q 1478963215 1488ss1488 14bestlist 159357159357 159753159753 1597532486 159753258456 159753456852
17171717aa 1928374650 1928374655 192837465q 193570356033 193711101994a 1958proman 1986irachka 198719871987
198919891989 1994200414 19952009sa 19960610ilja 19mtpgam19 1a2a3a4a5a 1a2a3a4a5a6a 1a2b3c4d5e 1a2s3d4f5g 1a2s3d4f5g6h
1pass1page 1q2q3q4q5q 1q2w3e4r5t 1q2w3e4r5t6y 1q3e5t7u9o 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz1qaz1qaz 1qaz2wsx3ed
1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazwsxedc 1qazxsw23edc 1qazxsw23edcvfr4 1qwertyuiop 1rus27540102 1z2x3c4v5b 20102010ss
20162016up 2143658709 2222222222 2222333344445555 2244668800 2267137151 23176djivanfros 2347172123 23wkoa0fp78dk
2468013579 2507905048 2606642yra 26429vadim 277rte87hryloitru 2dumb2live 2pacshakur 3012292113 30secondstomars
31217221027711 31321dj51982 3141592654 3216732167 3240500777 32615948worms 3322607093 3333333333 3454051maksim
3478526129 38gjgeuftd 3f3fpht7op 3rjs1la7qe 3syqo15hil 413276191q 41d8cd98f00b 420842084208555 4294967296 42qwerty42
4444444444 4465134444 456456456q 4648246482 4815162342 4815162342a 4815162342lf 4815162342lost 4815162342q 4815162342s
4815162342z 4904s677075 4rdf_king7 51051051051 5152535455 541233432442 5432112345 5432167890 54322q22345 5544332211
5555555555 5566778899 5647382910 5858855abc 59382113kevinp 5hsu75kpot 5t4r3e2w1q 6215mila6215 6666666666 671fsa75yt
675675675a 68iypneg6u 6969696969 70780070780 7410258963 7410852963 7418529630 741852963q 742617000027 7777755102q
7777777777 777777777777 787898mich 7894561230 789456123a 789456123q 7elephants 7jokx7b9du 7ugd5hip2j 80070633pc
80361665abc 80633459472qw 80637852730 80663635606 80672091913 80679047880 8096468644q 80966095182z 80969260620
80972694711 80988218126 80990606390 87654321vv 87e5nclizry 88002000600 8888888888 89015173454 89023346574 89032073168
89055521933 89057003343 89063032220m 89128830153 89132664230 89172735872 89181502334 89211375759 89231243658s
89600506779 89614774181 89876065093rax 89semtsriuty 8phrowz622 8phrowz624 9021090210 9085084232 9085603566 9105425888
9293709b13 92k2cizcdp 951753852456 9638527410 9731553197 9874563210 9876543210 987654321a 987654321d 987654321g
987654321q 987654321w 987654321z 989244342a 9988776655 999111999q 9999999999 99999999999 999999999999 99strenght
9z5ve9rrcz a123456789 a1234567890 a123456789a a1a2a3a4a5 a1b2c3d4e5 a1s2d3f4g5 a1s2d3f4g5h6 a3eilm2s2y a514527514
a550777954 a58wtjuz4u a789456123 a987654321 aaaaaaaaaa aaaaaaaaaaa aaaaaaaaaaaa ababagalamaga abc123456789
abc123abc123 abcd123456 abcde12345 abcdefghij abcdefghijk abcdefghijkl abdullayev abercrombie abracadabr abracadabra
abrakadabra absolutely accessibilit accountant accountbloc accounting activation ad12345678 admin18533362 administrato
administrator adoxreadme adrenaline aezakmi123 afghanistan afireinside afrika2002 agnieszka1 aionrusian ajcuivd289
ajnjuhfabz aksjdlasdakj89879 alabama123 alejandro1 aleksandar aleksander aleksandra aleksandrov aleksandrova
aleksey1986 alertemailms alertpaydoubl alessandra alessandro alexander1 alexandra1 alexandria alexsander alinaalina
alisaalisa alisokskok alkanaft123 allahakbar allahuakbar alpha135792468 alphabravo alphaomega alteclansing alternativ
alternativa alternative am4h39d8nh amadeusptfcor ambassador amsterdam1 an83546921an13 anastasija anastasiya anderlecht
andrewjackie andrey1234 andrey1992 andrey2010 angelangel angelochek angelofwar animal2000 anniversary antananarivu
antichrist antihero77 antikiller antoshenechka anytimetoday apocalipsis apocalypse apokalipsis applejuice applesauce
armageddon arsenal123 artemartem asasasasas asd123asd123 asdasdasdasd asdf123456 asdfdsasdf asdfg12345 asdfgh123456
asdfghjkl1 asdfghjkl123 asdfghjkl; ashleigh69 asshole123 astalavista astonmartin astonvilla astra334566 auckland2010
australia1 automobile avadakedavra avrillavigne awdqseawdssa awdrgyjilp awesome123 awo8rx3wa8t azerbaijan azerbaycan
azertyuiop azsxdcfvgb azsxdcfvgbhn azwebitalia babemagnet badiman28200 badnaamhere badreligion bangladesh barabashka
barbariska barbarossa barcelona1 bartsimpson baseball10 baseball11 baseball12 baseball123 baseball14 baseball17
baseball21 basketball basketball1 bassmaster battlefield battlestar bbbbbbbbbb bbbbbbbbbbbb beautiful1 belladonna
berezuckiy bernadette bestfriend bestpker09 bezparolya bhrh0h2oof6xbqjeh biblioteka bigbrother billionaire birmingham
birthday10 birthday100 birthday133 birthday21 birthday26 birthday27 birthday28 birthday299 birthday36 birthday52
birthday54 blackadder blackangel blackberry blackdragon blackhawks blackheart blackhorse blacklabel blackmagic
blackmetal blackshadow blacksheep blacksonblon blackstone blackwhite bladerunner blahblahblah blingbling blitzkrieg
bltynbabrfwbz blueberry1 bluedevils bluedragon bluemonkey bmvm3e46gtr bobmarley1 bondarenko bonneville boredboi4u
bossyak123 bot_schokk boy1cool23 boy4u2ownnyc bpgjldsgjldthnf braveheart breakdance brotherhood brucewayne bruteforce
buccaneers bujhmbujhm bulletproof bullnuts2003 bullwinkle burgerking bushmaster businessbabe butterbean butterfly1
bvncnbnvvbn byajhvfnbrf byyjrtynbq c123456789 c43dae874d c43qpul5rz c7e4f8ezqh cagliostro calculator california
callofduty callofduty4 callscesetup candyeater candyfinger cannondale casablanca caterpillar cbvtycbyjrbz cccccccccc
cegthgegth cegthgfhjkm celtic1888 cfifvfif211 cfkfvfylhf cfvfzcxfcnkbdfz cfvfzkexifz cfvfzrhfcbdfz cgfhnfrvjcrdf
cgfhnfrxtvgbjy cghfdjxybr cgtkcbyuth cgtwbfkbcn challenger changelangms characters charleston charlie111 charlie123
charliedog charlotte1 charmander cheaphornybastard cheburashka checkitout cheerleader cheerleaers cheeseburger
cheesecake chessmaster chester123 chesterfield chicken123 chickenwing101 chinchilla chocolate1 chocolate2 chrisbrown
christiaan christian1 christophe christopher christopher1 chucknorris chupakabra cincinnati cinderella cippalippa
civilization cjcfnmdctv cjdthitycndj cjybthbrcjy ckfltymrfz clementine clubpenguin cnfc35762209 cnfdhjgjkm cnfhjghfvty
cnfnbcnbrf cnhjbntkmcndj cnjvfnjkju coccinella cockgobbler cocksucker colchester collection combat123654 comedyclub
comicbookdb comicbooks commercial compatible compliance computador computadora computer12 computer123 confidence
connection constantin constantine constitution construction consultant consulting contortionist contrasena controller
coolbugi2000 coorslight copenhagen corinthians corperfmonsy cosanostra cosmopolitan counterstrike cranberries
crazyhorse crepusculo cristopher ctdfcnjgjkm cthnbabrfn ctrnjhufpf cumberland cuntfinger cuntlicker cvzefh1gkc
cxfcnkbdfz cxfcnkbdxbr cxfcnmttcnm cyberonline cyecvevhbr cyjdsvujljv cytuehjxrf czps5nyndwcksc daddysgirl dance4life
dancedance danildanil dantheman123 darjeeling darkknight darthvader dashadasha daugavpils1 dazdraperma dbrnjhjdbx
dbrnjhjdyf dctvcjcfnm dctvghbdtn dddddddddd december12 deeppurple deepthroat deerhunter degenerationx deltaforce
demolition den1020834880 denis12345 denisdenis department depechemode description desperados destination destruction
deutschland devastator deviceclass devildriver devilmaycry devilmaycry4 dfcbkmtdyf dfgdrb5se4 dfktynbyrf dhjnvytyjub
dictionary difference digitalprodu dirtysouth dirtywhore disneyland diunilaobu8* djljghjdjl dkflbdjcnjr dkflbvbhjdbx
dkflbvbhjdyf dmiller12as dodgeviper doggystyle dogphil3650 dollarbill domainlock2005 domination domodedovo donaldduck
donkeykong dontforget dragonball dragonballz dragonfire dragonforce dragonlord dragonslayer dreamonline dreamworks
drumandbass dtynbkznjh dunnowho89 duranduran dvtcntyfdctulf e1l2e3n4a5 e6pz84qfcj earthquake edwardcullen efbcapa201
efwe5tgwa5twhgd eghfdktybt ejaculation ekaterina20 ekx1x3k9bs electrical electronic electronics elizabeth1 elsalvador
engineering enterprise entertainment eqes606898 ereyes4269 escaflowne eulacomplete evanescence evangeline evangelion
everything excellence expedition experience experienced eybdthcbntn f64579820f fallenangel falloutboy fartripper
fatima753357 fcbarcelona fcnfkfdbcnf fdnjhbpfwbz felicidade fenerbahce ferrari360 ffffffffff fggjkbyfhbz fgjkbyfhbz
fgjrfkbgcbc fgtkmcbyrf fgtkmcbyxbr fighting54 finalfantasy findaupair007 fiorentina firefighter firestarter
firstone123 fishfinger fitzgerald fkg7h4f3v6 fkmnthyfnbdf fktrcfylh1 fktrcfylhf fktrcfylhjd fktrcfylhjdbx fktrcfylhjdf
fktrcfylhjdyf fktrcfylth flashlight flashpoint flintstone flvbybcnhfnjh flvbybcnhfwbz flyfishing football10 football11
football12 football123 football22 football24 foreverlove foreveryoung forgetmenot formatters forzainter forzamilan
foundation frankenstein frankzappa frederiksberg freeaccess freedom123 freelancer freelander freetraffic freyfvfnfnf
friendship friendster froinlaven fromvermine frozenfish fuck_inside fuckfuckfuck fuckinglove fuckingshit fuckinside
fuckintits fuckmehard fuckmylife fuckoff123 fuckoff666 fuckthemall fucktheworld fuckthroat fuckyou123 fuckyoubitch
fuckyouguys fufnfrhbcnb funnybunny fyfnjkmtdbx fyfnjkmtdyf fynfyfyfhbde g00dpa$$w0rd galatasara galatasaray gamemaster
gangbanged gankutsuou1989 gatekeeper gblfhfcbyf gearsofwar general007 generation geniusgenius genuineintel georgetown
gerasimova gettysburg gfhfcjkmrf gfhfktkjuhfv gfhfvgfvgfv gfhjkm1234 gfhjkm123456 gfhjkm2011 gfhjkmgfhjkm gggggggggg
ghbdtn12345 ghbdtncerf ghbdtndctv ghbdtnghbdtn ghbdtngjrf ghbdtnrfrltkf ghhh47hj764 ghhh47hj7649 ghjatccbjyfk
ghjbpdjlcndj ghjcnbnenrf ghjcnbnewbz ghjcnbvtyz ghjcnhfycndj ghjcnjabkz ghjcnjdkfl ghjcnjgbpltw ghjcnjgfhjkm
ghjcnjghjcnj ghjcnjnfr1 ghjcnjqgfhjkm ghjcnjrdfibyj ghjcnjrdfif ghjgfufylf ghjnbdjcnjzybt ghjnbdjufp ghjrehfnehf
ghjrjgtyrj ghjuhfvbcn ghjuhfvvbcn ghostrecon ghostrider ghtdtlvtldtl ghtpthdfnbd gianfranco gilbert2707 gillingham
girlfriend gjdtkbntkm gjhjlfcjqrb gjikbdctyf gjkbnjkjubz gjkyjkeybt gjkysqgbpltw gjyjvfhtdf gjyjvfhtyrj gjytltkmybr
gladiator5 godisgreat godzils4s7 goldfinger goldhill25 good123654 goodfellas goodmorning googlecheckou gordolee85
gossipgirl grandmaster grandorgue grasshopper greatwhite greedisgood greenapple greenfield greengrass greengreen
greenhouse greenlantern grimreaper groupd2013 gtasanandreas gthcgtrnbdf gthgtylbrekzh gthtcnhjqrf gthtrfnbgjkt
gthtrhtcnjr gtnhj328903 gtnhjpfdjlcr guadalajara guitarhero gunayka1995 gundamwing gunslinger gunsnroses gxlmxbewym
gy3yt2rgls h1y4dua229 h2tmc4g358 h72sfibbnl h_froeschl7 hakunamatata hallelujah hammerfall hammerhead hammertime
handkerchief hannover96 happyhappy hardwareid harekrishna harrypotte harrypotter hd764nw5d7e1vb1 hd764nw5d7e1vbv
headhunter heartagram heartbreaker heavymetal hedimaptfcor heidelberg heisenberg helicopter hellohello hellokitty
hellothere helloworld hellraiser hesoyam123 hhhhhhhhhh hhhhhhhhhhh highlander highschool hijodeputa hilaryduff
hjpjxrf23062007 hocuspocus hollister1 hollywood1 holyspirit hondacivic hondas2000 hondastars horsepower housemusic
housewifes hshfd4n279 htubcnhfwbz huangjin1987 hubbabubba hubbahubba hunnybunny hurricanes hypnodanny iaapptfcor
iamawesome iampurehaha2 ibpjahtybz ibragimova iddqdiddqd iddqdidkfa idedevicep0t idontknow1 idspispopd igeldcheat
ihateniggers iiiiiiiiii ilikecheese ilikepussy illuminati iloveboobies ilovegirls iloveindia ilovejesus ilovemusic
ilovemyfamily ilovemylife ilovemyself ilovepussy iloveyou11 iloveyou12 iloveyou123 iloveyou143 iloveyou22 iloveyoubaby
imagination imjakie123 impossible includecatal incredible independent infalicall informatic information ingodwetrust
insertions installdevic installsqlst installutil intelinside intelligence interacial interceptor intercourse
interfaces intermilan internacional international intervention investment invincible ipo54tj45uy856 ironmaiden
iseedeadpeople isvipebaby itachi1995 itsasecret ivanivanov j123456789 j3qq4h7h2v jackdaniels jackhammer jacksparrow
jacqueline jamesbond007 jamesjames jameslewis jamiroquai jasmine123 jediknight jedimaster jeffgordon jessejames
jesuschris jesuschrist jesuscristo jesusfreak jesusislord jesuslives jesuslovesme jesussaves jetbalance jhon@ta2011
jigei743ks jimandanne jjjjjjjjjj jjjjjjjjjjjj jkh4545jhk jlbyjxtcndj jmhj5464dcx jne990pq23 jobshop200 jokerjoker
josephphone7 juancarlos juggernaut juicyfruit jumpmaster justforfun justinbiebe justinbieber jwhw6n1742 jxfhjdfirf
k123456789 kalashnikov kalifornia kaliningrad kamehameha kamelia2011 kanmax1994 karapetyan kasablanka katastrofa
katyakatya kazakhstan kbndbytyrj kbnthfnehf kbytqrfpkj kd189nlcih kensington keraskeras keysersoze kickboxing
kilimanjaro killer1234 killkillkill kingfisher kirill1995 kirill1996 kirill1999 kirill2002 kirill2010 kittykitty
kkkkkkkkkk kl?benhavn klapaucius klubnichka kmh12025476 knickerless knightrider knucklehead kobebryant kolesnikov
kolesnikova komltptfcor konovalova konstantin kournikova kozanostra krasavchik kravchenko kriginegor kristina123
kristopher kryptonite krzysiek12 ktjynsq40147 ktutjyth333 kudos4ever kurtcobain kwiatuszek l.qvjdjxrf l0sk2e8s7a
ladyffesta lalalalala lamborghini lamborgini larterlarter lastchance leadership leavemealone ledzeppelin leedsunited
left4dead2 leprechaun letmein123 letmeinnow lfplhfgthvf lhbjkjubz2957704 lifeisgood lighthouse lightsaber limon32988
limpbizkit lineage123 linkinpark lissalissa littlebear littlebitch littlecunt littlefuck littlefucker littlegirl
littlehole littleminge littleslut littlewhore liverpool1 liverpoolfc livestrong lizardsquad ljcnjtdcrbq lk9slwgh3x
lkjhgfdsaz lkjhgfdsazx llllllllll lockerroom lockingservi lololyo123 loneranger lonestar44 loploprock losangeles
lost4815162342 lothlorien lotrfotr34 louisvuitton love777321777 loveforever lovehurts1 loveislife lovelovelove
loveplanet lovezp1314 lp2568cskt lsia9dnb9y luansantana lucifer666 luckycharm luckycharm3 ludicgirls lumberjack
luojianhua lytdybrbdfvgbhf lytghjgtnhjdcr lzhan16889 m123456789 m6cjy69u35 ma123123123 madagascar madagaskar
made40media magical123 mailcreated5240 maintenance maisuradze management manchester manchester1 manchesterunited
mandarinka mandragora mangust6403 mapet123456 mapleleafs marcuseckos margherita mariamaria marinamarina marinochka
markhegarty marmeladka mashamasha masseffect massimiliano master1234 masterbaiting masterbate masterbating mastercard
masterchief mastermind masturbate masturbation matchbox20 matematica matematika mathematics matheus123 mattylad10
maurolarastefy maximilian maximiliano maxmotives mechanical meditation metallica1 metropolis mevefalkcakk michael123
michaeljackson michelangelo mickeymouse microphone miguelange milesdavis milfhunter millennium millerlite millertime
millionaire minecraft1 minecraft123 minhasenha minicooper minnesota_hp minniemouse mishaoooyeah misiaczek1 mississipp
mississippi mitsubishi mmmmmmmmmm mogwai1976 momsanaladventure moneymaker moneymoney monkeybutt monkeynuts monster123
monsterkill montecarlo montenegro montgom240 montgomery morganstanley mortalkombat mostwanted motdepasse motherfuck
motherfucker motherlode motorcycle mountaindew mousemouse msoracle32re multimedia multiplelo multiplelog murcielago
musiclover myjdxtcxks mypassword n123456789 nakedteens naruto2010 narutouzumaki nastya1995 nastya1996 nastya1997
nastya1999 nastya2010 nastyanastya natasha123 naughtyboy navigation nccpl25282 ne_e_pod_chehyl necromancer
necronomicon need4speed needforspeed nemvxyheqdd5oqxyxyzi nesterenko networkingpe neveragain nevergiveup
neversaymypassword neversaynever neversmile neverwinter neworleans newpassword newproject2004 newt7899onrs newzealand
neznakomka nhbujyjvtnhbz nhbybnhjnjkejk nhecsyfujkjdt nhfdvfnjkju123 nhfrnjhbcn nhfycajhvth nhfycajhvths
nick1234-rem936 nicrasow212 nightcrawler nightmare1 nightrider nightshade nikiforova nikita1994 nikita1996 nikita1997
nikita1998 nikita2000 nikita2002 nikita2010 nikita2011 nikolaevna ninjamonkey nintendo64 nintendods nissan350z
nloq_010101 nnnnnnnnnn nochnik104 nokia6230i nokiadermo nokianokia nomeacuerdo nondriversig noonehackme nopassword
nostradamus nottingham novosibirsk nthvbyfnjh nthvbyfnjh2 ntktdbpjh1994 nuaddn9561 nuttertools nwctrinity oap9uto293
oc247ngucz oduvanchik olcrackmaster oldsmobile olegnaruto omgkremidia onetwothree ontheoutside ontherocks oooooooooo
opensesame operations ordinateur orochimaru p030710p$e4o p0o9i8u7y6 p51mustang p9ujkuf36d packardbell painkiller
paintball1 pandemonium parabellum paraklast1974 parliament parolparol pashademon passionate passmaster passtrader
password00 password01 password10 password101 password11 password12 password123 password1234 password13 password21
password22 password23 password33 password69 password88 password99 passwordassword passwordpassword passwordstandard
pathfinder peacemaker peanutbutter penetrating penetration peppermint perasperaadastra percussion perfectexploiter
perfection performance performing persephone peternorth peterpeter peugeot406 pfhfnecnhf pflhjncndj pfqwtd27121988
phezc419hv philadelphia philippines philosophy phoenix123 photography piggy15708 pineapple1 pittsburgh pjsheridan
playground playstatio playstation playstation2 playstation3 plextsofttm plhfdcndeq pocahontas pointblank pointbreak
poiuytrewq pokemon123 polina2005 polina2008 polina2009 polniypizdec0211 polniypizdec1102 polniypizdec110211 polopolo09
ponomarenko pornografia pornographic pornography pornoporno porovoz123 porsche911 portishead portsmouth postov1000
powerlifting powerpower powerrangers pppppppppp praetorian pratap1245 premiumcash presidente prettygirl primetime21
princess12 prisonbreak productid20f production professional programmer progressive prokopenko prometheus properties
prosperity protection providence psychnaut1 ptybnxtvgbjy puertorico pufunga7782 pulpfiction punksnotdead purplehaze
pussybitch pussyeater pussylicker pussylover pussypussy pyfrjvcndf pyfrjvcndj q1205199333 q123123123 q123456789
q1234567890 q1q2q3q4q5 q1q2q3q4q5q6 q1w2e3r4t5 q1w2e3r4t5y q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8
q1w2e3r4t5y6u7i8o9p0 q2w3e4r5t6 q2w3e4r5t6y7 q80661658441 qawsedrftg qawsedrftgyh qaz123wsx456 qaz1wsx2edc3
qaz26101778 qazwsx1234 qazwsx12345 qazwsx123456 qazwsxedc1 qazwsxedc12 qazwsxedc123 qazwsxedcrf qazwsxedcrfv
qazwsxedcrfvtgb qazwsxqazwsx qazxswedc123 qazxswedcvfr qpwoeiruty qq123456789 qqqqqqqqqq qrg7t8rhqy quant4307s
quarantine queenas8151 quicksilver quiksilver qw12er34ty56 qwaszxerdfcv qwaszxqwaszx qwe1234567 qwe123qwe123
qweasdzxc1 qweasdzxc12 qweasdzxc123 qwerasdfzxcv qwert12345 qwert54321 qwertasdfg qwertasdfgzxcvb qwertgfdsa
qwertqwert qwerttrewq qwerty123321 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwerty1992 qwerty1993
qwerty2000 qwerty2010 qwerty54321 qwertyasdf qwertyasdfg qwertyasdfgh qwertyqwerty qwertyu123 qwertyuiop qwertyuiop1
qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyuiop123456789 qwertyuiopasdfg qwertyuiopasdfgh
qwertyuiopasdfghjkl qwertyytrewq qwertzuiop qwqwqwqwqw r3r3vi3wacc3ss r3vi3wpass rainbowsix rainforest rammstein1
rangerover rashley198 rattlesnake razorblade realmadrid reanimator redemption registration relentless rendezvous
rerhsybrcs residentevil resistance respublika retribution revelation reviewpass revolution reymisterio reymysterio
rfcgthcrbq rfgecnfcerf rfhfrfnbwf rfhfvtkmrf rfkbajhybz rfkbybyuhfl rfkfiybrjd rfkmrekznjh rfnfcnhjaf rfnfgekmnf
rfnthbyf1988 rfnthbyjxrf rfrfirf123 rhbcnbyf123 rhbcnbyjxrf rhfcyjzhcr rhfvfnjhcr richardson rikitikitavi riverplate
rjcvtnbxrf rjhjkmbien rjirfrgbde rjkjrjkmxbr rjycnbnewbz rjycnfynby rjyjdfkjdf rjytwcdtnf rkfdbfnehf roadrunner
rockandroll rockbottom rockhopper rockohamster roflcopter romanroman ronaldinho ronaldinho10 ronaldo123 rottweiler
rrrrrrrrrr rubberduck ruffryders runescape1 runescape123 s123456789 s456123789 sacramento sagitarius sagittarius
sailormoon salamander salamandra salmankhan salocaluimsg samsung123 samsungs5230 sanandreas sanfrancisco santaclaus
santaklaus santamaria saqartvelo sasa123321 sasasasasa sasha12345 sashasasha sataniv1993 satisfaction saun24865709
scandinavian schoolgirlie schumacher scoubidou2 scoubidou6 scratchman scubadiver sdh686drth sdicmt7seytn sebastian1
seemnemaailm sektorgaza selfok2013 seniseviyor seo21saafd23 serendipity serg123111 sergeevich sergey2010 serggalant
sersolution service321 sevastopol sexmachine sexpistols sfhj5484fgh shadow1212 shakespeare shamanking shevchenko
shithappens showmethemoney sidewinder silenthill silmarillion silvermoon silverstar silverstone simferopol simpleplan
skateboard skateboarding skateordie skorpion39 skylinegtr skyliner34 skywalker1 sleepyhollow slipknot123 slipknot66
slipknot666 slonopotam slushslush sm4llville smallville smeshariki smokie1994 snusmumrik sojdlg123aljg solidsnake
something1 sonnenschein sonyericsson soso123aljg soso123bbb southampton spam967888 spartak1922 spartan117 specialinsta
specialist specialized spiderman1 spiderman2 spiderman3 splurgeola spongebob1 springfield ss6z2sw6lu ssssssssss
stabilmente stalingrad stalker123 stalker2010 stalker777 starcraft1 starcraft2 stargatesg1 starscream starwars12
starwars123 statistika steamforums stefanescu stensten12 stephanie1 stevesmojo stickdaddy77 stinkyfinger stomatolog
stonehenge stratocaster strawberry streetball stronghold studioworks studmuffin subhanallah submission subscriber
successful suckmyballs suckmycock suckmydick summer2010 summertime sundaypunch sunderland sunflower1 sunglasses
sunshine69 superduper superman12 superman123 superman69 supermanboy supermario supermodel supernatural superpower
superpuper supersonic supersport supersuper supervisor sutherland sutvsc5ysaa svensps820 svetasveta sweepstakes
sweetdream sweetdreams sweetheart sweetiepie sweetpussy sweetsweet sylviahans syncmaster syncmaster740n systemofadown
t123456789 t34vfrc1991 t5r4e3w2q1 table54781 tadmichaels tamwsn3sja taser334455 taylormade tdfyutkbjy technician
techniques technology telecaster television temppassword terminator testing123 tfjunwptzsjp thebeatles thecakeisalie
thegreatone thesimpsons thiaguinho thirteen13 throatfuck thugstools thunder123 thunderbird thunderbolt thundercat
ticketmaster tigertiger tigerwoods tihomirova timberlake timberland timberwolf tinkerbell tojiik85521133 tokiohotel
tombraider tottenham1 trafficracer traktorist transexual transformer transformers transistor translator transporter
travelmate trustnoone tttttttttt tumbleweed tupacshakur tylerca310 ublhjgjybrf ubnkthrfgen ubvyfcnbrf uehby92pac
ufdyfrecjr ufhhbgjnnth ujkjdjkjvrf unbelievable uncencored undercover undergroun underground understand undertaker
underwater underworld unforgiven uninstallsql uniqueness universidad university userexecute usuckballz1 utyyflmtdyf
uuuuuuuuuu v123456789 vaffanculo valentinka vanderbilt vanyarespekt vbhjndjhtw vbybcnthcndj vbyfcnbhbn vef6g55frz
velocidade venom121293 verygoodbot vesy7csae64 vfhbyfvfhbyf vfhufhbnrf vfhvtkflrf vflfufcrfh vfntvfnbrf vfrcbvtyrj
vfrcbvvfrcbv vfuybnjajy vfvfgfgf123 vfvfvskfhfve vfylfhbyrf vfylhfujhf viktorovich villeneuve vinogradov vinogradova
virtuagirl vitalik123 vladimirovna vladislava vladivostok volkswagen volkswagon volleyball voxstrange vp3whbjvp8
vqsablpzla vsavb7rtui vsjasnel12 vtkmybrjdf vtnhjgjkbnty vvvvvvvvvv vyjujltytu vyjujnjxbt w123456789w w1w2w3w4w5
w2dlww3v5p wachtwoord walkman555 wallstreet warhammer40k washington waterfalls watermelon wazzkaprivet wcrfxtvgbjy
weaknesspays webhompass websolutions websolutionssu webuivalidat weihnachte weihnachten weihnachtsbau welcome123
wellington wenef45313 werty12345 westminster wethepeople whatthefuck whatthehell whitehouse whitepower whiterabbit
whosyourdaddy widescreen widespread wildflower winchester winnipeg261 winstonone wishmaster witchblade wolfenstein
wolverines wonderland wonderwall wonderwoman wrestling1 writerspace wsx22wsx22 wutangclan wwwooo1234 wwwwwwwwww
xiaoyua123 xpressmusic xtkjdtrgfer xxpa33bq.adna xxxp455w0rd5 xxxxxxxxxx yanshi1982 ybrjkftdbx ybrjkftdyf yfcnhjtybt
yfcnzyfcnz yflz13041976 yfnfif2010 yfnfitymrf yjdjrepytwr yjdjvjcrjdcr yjdsqgfhjkm yk66o2kzpz yoshimitsu youngmoney
yourmother ytdpkjvfti ytpfdbcbvjcnm ytpyfrjvrf ytrhjvfycth ytrhjvfyn10 yurkamaliy z123456789 z1234567890 z1x2c3v4b5
z1x2c3v4b5n6 z1x2c3v4b5n6m7 z1z2z3z4z5 zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zaqxswcde123 zaratustra zcfvfzkexifz
zcfvfzrhfcbdfz zcxfcnkbdf zcxfcnkbdfz zelenograd zexts364325 zghjcnjcegth zjses9evpa zn87x54mxma zobrdjlrb1
zqjphsyf6ctifgu zsxmr7sztmr zx123456789 zxcasdqwe123 zxcvasdfqwer zxcvb09876 zxcvb12345 zxcvbasdfg zxcvbn123456
zxcvbn3215 zxcvbnm123 zxcvbnm123456789 zxcvbnmmnbvcxz zxcvbnmzxcvbnm zxcvbzxcvb zzzzzzzzzz
`;

/**
 * The words among the 10,000 most common passwords: adding a year or a punctuation mark makes them no
 * stronger.
 */
const WORDS = `
aaaa aaaaa aaaaaa aaaaaaa aaaaaaaa aaaaaaaaaa aaasss aaliyah aardvark aaron abacab abbott abby abcabc abcd abcde
abcdef abcdefg abcdefgh aberdeen abgrtyu abigail abnormal abraham abrakadabra absolut absolute absolutely abstr access
accord account aceace achilles achtung acidburn acmilan action active acura adam adams addict addison adelina adgjmp
adgjmptw adidas admin admiral adonis adrenalin adrian adriana adriano adrienne adult adults advance advent aezakmi
africa afrika again aggies aikido aikman aileen airborne airbus airforce airman airplane airport airwolf aisan akira
alabama aladin alan alanis alaska albany albatros albert alberta alberto albina albion alcatraz alchemy alcohol
alejandr alejandro aleksandr aleksandra aleksey alena alenka alessandro alex alexalex alexande alexander alexandr
alexandra alexandre alexey alexia alexis alfa alfred alfredo algebra alibaba alice alicia alien aliens alina alinka
alisa alisha alison alissa alive allan allegro allen alleycat allgood alliance allison allmine allsop allstar almighty
almond aloha alone alpha alphabet alpine altima alucard always alyssa amadeus amand amanda amateur amateurs amazing
amazon amber ambers ambrose ambrosia amelia americ america american amerika amethyst amigo amigos amorcit amore amstel
amsterda amsterdam anaconda anai anakin anal analsex ananas anarchy anastasi anastasia anastasiya anchor anders
andersen anderson andre andrea andreas andrei andres andrew andrey andromed andromeda andy anfield angel angela
angelic angelica angelika angelina angelo angels angelus angie angus anhyeuem animal animals anime anita anna annabell
anne annette annie annika annmarie another answer antares antelope anthon anthony anthrax antoine anton antoni antonia
antonina antonio antony anubis anything aolsucks apache apollo apple applepie apples april aprilia aptiva aquarius
aragorn aramis arcadia archange archer archie argentin argentina ariana ariane arianna ariel aries arizona arjay
arkansas arlene armada armagedon armand armando armani armstron army arnold around arrow arrows arsenal artem artemis
artemka arthur artist artur arturo asasas asdasd asdasdasd asddsa asdf asdfasdf asdffdsa asdfg asdfgh asdfghj asdfghjk
asdfghjkl asdfjkl asdfzxcv asdqwe asdzxc asgard ashle ashlee ashleigh ashley ashton asia asian asians asimov aspen
aspire aspirine assasin assass assassin assfuck asshole assholes assman assword asterix astra astral astrid astro
astros athena athens athlon atlanta atlantic atlantis atlas atomic attack atticus attila attitude aubrey auburn audi
audio auditt audrey auggie august augusta augustus aurora aussie austin australi australia austria auto autumn
avalanch avalon avatar avenger avenue aviation awesome awful awnyce azamat azazaz azazel azert azerty azertyui
azertyuiop azsxdc azsxdcfv azzer baba babe babes babies baby babybaby babyblue babyboy babycake babydoll babyface
babygirl babylon babylove bacardi bacchus back backdoor backup bacon badass badboy baddog badger badgers badgirl
badman baggins baggio bagira bahamut bailey baker balance baldwin ball baller ballet ballin balloon balloons balls
bambam bambi bamboo banan banana bananas banane bandit bang bangbang banger bangkok bank banker banner banshee banzai
baracuda barbados barbar barbara barber barbie barcelon barcelona barefoot barfly baritone barker barkley barley
barnes barney baron barrett barron barry barselona barsik bart bartman barton base basebal baseball basket basketba
basketball bass basset bassman bastard bastards bathing batman battery battle baxter bayern baylor bball bbbb bbbbb
bbbbbb bbbbbbb bbbbbbbb bcfields bdsm beach beaches beacon beagle beaker beamer bean beaner beanie beans bear bearbear
bearcat bearcats beardog bears beast beastie beater beatle beatles beatrice beautifu beautiful beauty beaver beavis
because becker beckham becky bedford beech beefcake beemer beer beerbeer beerman beetle beezer behappy believe belinda
bell bella belle belmont beloved benben bender benessere benfica beng bengals benito benjamin bennett bennie benny
benoit benson bentley beowulf beretta berger bergkamp berkeley berlin bermuda bernard bernie berry bert bertha bertie
bessie best bestbuy beta beth bethany better betty beverly bhbirf bian bianca biao biatch bicycle bigass bigballs
bigbang bigbear bigben bigbig bigbird bigblock bigblue bigbob bigboobs bigbooty bigboss bigboy bigbutt bigcat bigcock
bigdaddy bigdawg bigdick bigdicks bigdog bigfish bigfoot bigger biggie biggles biggun bigguns bigguy bighead bigmac
bigman bigmike bigmoney bigone bigones bigpimp bigpoppa bigred bigsexy bigtime bigtit bigtits biit bike biker bikini
bilbo bill billabon billie billy billybob billyboy bimbo bimmer bing bingo binladen biology bird birddog birdie
birdman birgit birthday biscuit bishop bismillah bitch bitchass bitches bitchy biteme bitter bizkit blabla blablabla
black blackbir blackcat blackdog blackhaw blackie blackjac blackjack blacklab blackman blackout blacks blacky blade
blades blahblah blaine blake blam blanca blanche blanco blast blaster blaze blazer bleach bledsoe blessed blessing
blizzard blond blonde blondes blondie blood bloody blossom blow blowfish blowjob blowme blubber blue blueball bluebell
bluebird blueblue blueboy bluedog blueeyes bluefish bluejays bluemoon blues bluesky bluesman bmwbmw boat boater
boating bobafett bobbie bobbob bobby bobcat bobdole bobdylan bobmarley bobo bobobo body boeing bogart bogdan bogey
bohica boiler bolitas bollocks bollox bologna bolton bomb bombay bomber bombers bonanza bonbon bond bondage bone
bonehead boner bones bongo bonita bonjour bonjovi bonkers bonner bonnie bonsai boob boobear boobie boobies booboo
boobs booger boogie book booker bookie books bookworm boom boomboom boomer booster bootie boots bootsie bootsy booty
bootys booyah boozer borabora bordeaux borders boricua boris borussia bosco boss bossman boston bottle bottom boubou
boulder bounce bounty bowler bowling bowman bowser bowtie bowwow boxcar boxer boxers boxing boxster boyboy boys boytoy
boyz bozo brad bradford bradley brady brain brains brand brandi brando brandon brandy brasil braves bravo brazil
breaker breanna breast breasts breeze brenda brendan brennan brent brest brett brewer brewster brian briana brianna
bricks bridge bridget briggs bright brighton brigitte bristol british britney brittany brittney broadway brodie broken
broker bronco broncos bronson bronze brook brooke brooklyn brooks brother brothers brown brownie browning browns bruce
brucelee bruins bruiser bruno brutus bryan bryant bubba bubbas bubble bubbles buceta buck bucket buckeye buckeyes
buckley buckshot budapest buddah buddha buddie buddy buddyboy budgie budlight budman budweise budweiser buffalo buffet
buffett buffy bugger bugs builder building bukkake bull bulldog bulldogs bullet bullfrog bulls bullseye bullshit
bumble bumbum bummer bumper bunghole bungle bunker bunnies bunny burger burn burner burning burnout burns burrito
burton bush bushido business buste busted buster busty butch butcher butkus butler butt butter buttercu buttercup
butterfl butterfly butters buttfuck butthead butthole buttman button buttons butts buzz buzzard buzzer byebye bynthytn
byteme cabbage cabernet cable cabron caca cactus cadillac caesar caitlin calgary calibra calico caliente californ
california caligula calimero call callaway callie callisto callum calvin camaro camaross camber cambiami camden camel
camelot camels cameltoe camera camero cameron camil camila camilla camille campbell camper camping canada canadian
cancel cancer cancun candace candice candle candy candyass candyman cang cannabis cannibal cannon canon cantona canuck
canucks canyon capecod capetown capital capone caprice capricor capricorn capslock captain caramel caravan carbon card
cardiff cardinal cardinals cards carebear carina carl carla carlito carlitos carlo carlos carlton carman carmel carmen
carnage carnival carol carole carolin carolina caroline carolyn carpedie carpente carpet carrera carrie carroll carrot
carrots cars carson carter cartman cartoon cartoons carver casanova cascade caserta casey cash cashmone cashmoney
casino casio casper cassandr cassandra cassidy cassie caster castillo castle castor castro catalina catcat catcher
catdog catfish catherin catherine cathy catman catnip cats cattle catwoman caught cavalier caveman cayman ccbill cccc
ccccc cccccc ccccccc cccccccc cdtnbr cdtnkfyf ceasar cecile cecilia cedric celeb celebrity celeron celeste celica
celine celtic celtics cement ceng center central century cerberus cessna cevthrb cfitymrf cgfhnfr chacha chad chai
chains chainsaw chair challeng chambers champ champion champs chan chance chandler chandra chanel chang change changed
changeme changes channel chantal chao chaos chapman charger chargers charisma charity charlene charles charley charli
charlie charlott charlotte charlton charly charmed charon charter chase chaser chavez cheater check checker checkers
cheddar cheech cheeks cheeky cheerleaers cheers cheese cheetah chef chelle chelse chelsea chemical cheng cherokee
cherries cherry cheryl cheshire chessie chester chestnut chevelle chevrole chevrolet chevy chevys chewie chewy
cheyenne chiara chicago chichi chick chicken chickens chicks chico chief chiefs children chill chilli chillin chilly
chimera china chinese chinook chip chipmunk chipper chippy chips chiquita chivas chloe chocha chocolat chocolate
choice choke chong choochoo chopin chopper chou chouchou chris chrisbln chriss chrissy christ christa christi christia
christian christie christin christina christine christma christmas christop christopher christy chrome chronic chrono
chrysler chuai chuang chubby chuck chuckie chuckles chucky chui chun chunky chuo church ciccio cicero cigar cigars
cinder cindy cinema cinnamon circle circus cirrus cisco citadel citizen citroen city civic cjkysirj cjkywt claire
clancy clapton clarence clarinet clarissa clark clarke classic classics claude claudi claudia claudio clay claymore
clayton clement clemente clemson cleo cleopatr cleopatra clevelan cliff clifford clifton climax climber clinton
clipper clippers clips clit clitoris clock close closer cloud clouds cloudy clover clovis clown clowns club clutch
clyde cnfybckfd coach cobain cobalt cobra cobras cocacola cocaine cock cocker cocks cocksuck cocksucker coco cococo
coconut codered cody coffee cohiba coke cold coldbeer coldplay cole coleman colin colleen college collie collin
collins colnago colombia colonel colonial colorado colors colton coltrane columbia columbus comanche combat comedy
comein comet comfort comics coming command commande commando common compact company compaq compass complete compton
compute computer conan concord concorde concrete condom condor confused cong connect conner connie connor conover
conquest conrad consumer contact content contest contra contract control conway cookie cookies cool coolcat coolcool
cooldude cooler coolguy coolio coolman coolness cooper coors cooter copper coral corey corinne corleone corndog
cornell cornwall corolla corona corrado corsair corvette corwin cosmic cosmo cosmos costello cosworth cottage cotton
coucou cougar cougars counter country county courage courtney coventry cowboy cowboys cowgirl coyote crack cracker
crackers craig cramps crappy crash crawford crazy crazybab cream creampie creamy create creation creative creature
credit cricket criminal crimson cristian cristina critter crjhgbjy cromwell cross crow cruise cruiser crunch crusader
crusher crusty crysis crystal cthtuf cthulhu cthutq ctrhtn cuan cubbies cubs cubswin cucumber cuddles cuervo cumcum
cumming cumshot cumslut cunt cunts cupcake cupoi curious curtis custom customer cutie cutiepie cutlass cutter cvthnm
cxfcnmt cyber cyborg cyclone cyclops cygnus cynthia cypress cyprus cyrano dabears dabomb dada dadada daddy daddyo
daemon daewoo dagger daisey daisy daisydog dakota dale dalejr dallas dalshe dalton damage daman damian damien dammit
damnit damon dana dance dancer dancing dandan dang danger danie daniel daniela daniele danielle daniels daniil danila
danni danny dannyboy dante danzig daphne darina darius dark darkange darkangel darklord darkman darkness darkside
darkstar darlene darling darrell darren darryl darwin data datsun daughter dave david davide davids davidson davies
davinci davis dawg dawn dawson daylight dayton daytona dbnfkbr dbrnjh dbrnjhbz dddd ddddd dddddd ddddddd dddddddd
deacon dead deadhead deadly deadman deadpool dean deanna death deaths debbie deborah december decker deedee deejay
deep deeper deepthroat deer deeznuts deeznutz default defender defense defiant deftones dejavu delaney delaware delete
delfin delight delilah dell delldell delmar delphi delpiero delta deluxe demo demon demons denali deng deniro denis
denise deniska denmark dennis dental dentist denver depeche deputy derek derf derparol derrick descent desert design
designer desire desiree deskjet desmond destin destiny destroy detroit deutsch devil devildog deville devils devin
devo devon dexter dfcbkbq dfkthbz dfkthf dfktynby dfktynbyf dfvgbh dharma diablo dialog diamond diamonds dian diana
diane dianne diao diaper dick dickens dickhead dickie dicks dicky diego diehard diesel dietcoke dieter digger diggler
digimon digital dilbert dildo dilligaf dillon dima dimas dimitri dimples dinamo dinara dindom ding dingdong dingle
dingo dinner dino dinosaur dipshit direct director dirt dirtbike dirty disco discover discus disney diver divine
diving divorce dixie django dkflbckfd dkflbr dkflbvbh dmitriy dnsadm doberman doctor dodge dodger dodgeram dodgers
dododo dogbert dogbone dogboy dogcat dogdog dogface dogfood dogg dogger doggie doggies doggy doghouse dogman dogpound
dogs dogshit dogwood doitnow doktor dolemite dollar dollars dolly dolores dolphin dolphins domain dome domingo dominic
dominik dominion dominiqu domino donald dong donkey donna donner donnie donovan dontknow donuts doobie doodle doodoo
doofus doogie dookie dooley doom doomsday door doors dorian doris dorothy dotcom dottie double doubled douche doudou
doug doughboy dougie douglas down downer download downtown draco dracula drago dragon dragonba dragonball dragonballz
dragonfl dragons dragoon dragster drake drakon draven dream dreamcas dreamer dreams drew drifter driller drive driven
driver drizzt droopy drowssap drpepper drum drummer drums dthjybrf duan duane dublin ducati duchess duck duckie ducks
dude dudedude dudeman dudley duffer duffman duke dukeduke dumbass dummy duncan dundee dungeon dunlop dupont durango
duster dustin dusty dutch dutchess dwayne dwight dylan dynamite dynamo dynasty eagle eagles earl earnhard earth
earthlink easter eastern easton eastside eastwood easy eating eatme eatmenow eatpussy eatshit ebony eclipse eddie
edgar edison eduard eduardo edward edwards eeee eeeee eeeeee eeeeeee eeeeeeee eeyore egghead eggman eggplant eight
eileen einstein ekaterina elaine elcamino eldorado eleanor electra electric electro electron elefant element elements
elena eleonora elephant eleven elijah elisabet elite elizabet elizabeth elizaveta ellen ellie elliot elliott elvira
elvis elvisp elwood emerald emerson emil emilia emilie emilio emily eminem emma emmanuel emmett emmitt emperor empire
energy enforcer engage engine engineer england english enigma enjoy enrico enter enterme enternow enterpri enterprise
enters entrance entropy entry epsilon eraser erection eric erica ericsson erik erika erin ernest ernesto ernie erotic
erotica errors escalade escape escort eskimo espresso esquire esther estrella eternal eternity ethan eugene eunice
eureka europa europe evan evangelion evelyn everest everett everlast everton evgeniy evil evolutio evolution excalibu
excalibur exchange excite exigen exigent exodus exotic experienced expert explore explorer express extra extreme
fabian fabie fabio fabric face facebook facial factory faggot fairlane faith faithful falcon falcons fallen fallon
fallout family famous fandango fang fanny fantasia fantasy fantomas farley farm farmboy farmer farscape farside fart
fashion fast fastball faster fatass fatboy fatcat father fatima fatman fatty fduecn fearless feather february federal
federico feelgood feet felicia felipe felix fellatio fellow female females fender feng fenris fenway fergie fergus
ferguson fernand fernando ferrari ferret ferris fester festival fetish ffff fffff ffffff ffffffff fghtkm fgtkmcby fick
ficken fiction fidelio fields fiesta figaro fight fighter films filter filthy finally finance finder finger fingers
finish finland fire fireball firebird fireblad firefigh firefire firefly firefox fireman firenze firewall first
fischer fish fishbone fisher fishes fishfish fishhead fishin fishing fishman fishon fisting fitness fitter five
fkbyjxrf fktrcfylh fktrcfylhf fktrctq fktyrf flame flamengo flames flamingo flanker flash flasher flatron fletch
fletcher flexible flicks flight flip flipflop flipper floppy florence flores florian florida flounder flower flowers
floyd fluff fluffy flyboy flyers flyfish flying focus foobar food foolish foot footbal football footjob force ford
forest foreve forever forfun forget forgetit forgot forlife format formula forrest forsaken fortress fortuna fortune
forum forward foryou fossil foster fosters fountain four fowler foxtrot foxy foxylady franc france frances francesc
francesco francis francisc franco francois frank frankie franklin franks franky fraser freak freaks freaky freckles
fred freddie freddy frederic frederik fredfred fredrick free freebird freedom freee freefall freefree freeman freepass
freeporn freesex freeuser freeway freeze french fresh friday friend friendly friends friendster fright frisco frisky
fritz frodo frog frogger froggy frogman frogs frontier frost frosty frozen fubar fuck fucked fucker fuckers fuckface
fuckfuck fuckhead fuckher fuckin fucking fuckinside fuckit fuckme fuckoff fuckthis fucku fuckyo fuckyou fugazi fujitsu
fulham fullmoon function funfun funky funny funstuff funtime furball fusion futbol futurama future fuzzy fyfcnfcbz
fyfnjkbq fylhtq fytxrf fyutkbyf fyutkjxtr gabber gabby gabrie gabriel gabriela gabriele gabriell gadget gagged gagging
galant galaxy galina galore gambit gambler game gameboy gamecock gamecube gameover games gamma gandalf ganesh gang
gangbang gangsta gangster gannibal garage garbage garcia garden garfield gargoyle garion garnet garrett gary gasman
gaston gateway gatit gator gatorade gators gatsby gawker gbhfvblf gbpltw gegcbr geheim gemini gene general generic
genesis geneva geng genius geoffrey georg george georgia georgie gerald gerard gerbil german germany geronimo gerrard
gertrude gesperrt getmoney getout getsome getting gfhjkm gfhjkmgfhjkm gggg ggggg gggggg ggggggg gggggggg ghbdtn
ghbdtnbr ghblehjr ghbrjk ghbywtccf ghetto ghjcnbnenrf ghjcnj ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf ghost ghostrider ghosts
gianni giant giants gibson gideon gidget giggle giggles gilbert gilles gillian gilligan gina ginger giorgi giorgio
giovanni giraffe girl girls giuseppe gizmo gizmodo gjkbyf glacier gladiato gladiator gladys glamour glasgow glass
glasses glenn global globus glock gloria glory glow gmoney goalie goat goaway gobears goblin goblue gobucks gocubs
goddess godfathe godfather godlike godsmack godzilla gofast gofish goforit gogo gogogo gohome goirish goku gold
goldberg golden goldeneye goldfing goldfish goldie goldstar goldwing golf golfball golfer golfgolf golfing goliath
gollum gonavy gong gonzales gonzalez gonzo goober good goodboy goodbye goodday goodgirl goodie goodluck goodman
goodtime goofy google googoo gooner goose gopher gordo gordon gore gorgeous gorilla gotcha goten gotenks goth gotham
gothic gotmilk gotohell gotribe govols grace gracie graham gramma granada grand grandam grande grandma grandpa granite
granny grant grapes graphics grass grateful gratis gravity grease great greatone greece greedy green greenbay greenday
greene greens greg gregor gregory gremlin grendel gretchen gretzky griffey griffin grimace grin grinch gringo grisha
grizzly gromit groove groovy groucho groups grover grumpy grunt gryphon gthcbr gtnhjdbx guai guang guardian guess
guest guido guiness guinness guitar guitars gumby gundam gunnar gunner gunners gunther gustav gustavo guyver gymnast
gypsy habibi hack hacked hacker hacking haggis haha hahaha hahahaha hailey hair hairball hairy haley halflife halifax
hall hallie hallo hambone hamburg hamilton hamish hamlet hammer hammers hammond hampton hamster handball handsome
handyman hang hank hanna hannah hannibal hans hansen hansol hansolo hanson hanuman happiness happy happyday harald
harbor hard hardball hardcock hardcore harddick harder hardon hardone hardrock hardware harlem harley harman harmony
harold harper harrier harris harrison harry harrypotter harvard harvest harvey hassan hastings hate hatred hattrick
havana havefun having hawaii hawaiian hawk hawkeye hawkeyes hayabusa hayden hayley head health heart hearts heat
heater heather heaven heckfy hector hedgehog heels hehehe heidi heineken heinrich hejsan helen helena helene hell
hellboy hellfire hello hellokitty helloo hellos hellsing hellyeah helmet helmut help helper helpme hendrix heng henry
hentai herbert herbie hercules here herewego heritage herman hermes heroes herring hershey hesoyam hetfield hewitt
hewlett heyhey heynow hfytnrb hhhh hhhhh hhhhhh hhhhhhhh hidden higgins high highbury highheel highland highlander
highway hihihi hiking hilary hill hillary hilton hiphop hippie history hitachi hithere hitler hitman hiziad hjccbz
hjvfirf hobbes hobbit hockey hoffman hogtied hohoho hokies hola holden hole holes holiday holidays holland hollie
hollow holly hollywoo hollywood holmes holycow holyshit home homeboy homemade homer homerj homers homerun homework
honda hondas honey honeybee honeys hong hongkong honolulu honor hookem hooker hookup hooligan hooper hoops hoosier
hoosiers hooter hooters hootie hoover hope hopeful hopeless hopkins hopper horace hores horizon horndog hornet hornets
horney horny horse horses hotass hotbox hotboy hotdog hotgirls hothot hotone hotpussy hotred hotrod hotsex hotshot
hotstuff hott hottest hottie hotties houdini hounddog house houses houston hover howard howdy howell htubcnhfwbz huai
huang hubert hudson huge hughes hugo hummer hung hungry hunt hunte hunter hunting hurley hurrican hurricane husker
huskers huskies hustler hyperion hyundai iamgod ibanez iceberg icecream icecube icehouse iceman idefix idiot idontkno
idontknow idunno iforget iforgot igor iguana ihateyou iiii iiiii iiiiii ijrjkfl iklo ilikeit ilikepie illini illinois
illusion ilove ilovegod iloveme ilovesex iloveu iloveyo iloveyou imagine imation immortal impact impala imperial
implants impreza incubus india indian indiana indians indigo infantry inferno infiniti infinity ingrid inlove insane
insanity insert inside insight insomnia inspiron install instant integra intel inter intercourse interne internet
intrepid intruder inuyasha iomega ipswich ireland irene irina irinka irish irishka irishman iriska ironmaiden ironman
irving isaac isabel isabell isabella isabelle isaiah iscool island islander israel istanbul istheman italia italian
italy itisme itsme ivan ivanov ivanova iverson iwantu jabber jabroni jack jackal jackass jackie jackjack jackoff
jackpot jackson jacob jacobs jacques jade jaeger jagger jaguar jaguars jaime jajaja jakarta jake jakejake jamaica
james jamesbon jamesbond jameson jamess jamie jammer jammin jane janelle janet janice janine january japan japanese
jared jarhead jarvis jasmin jasmine jason jasper java javelin javier jaybird jayden jayhawk jayhawks jayjay jayson
jazz jazzman jazzy jean jeanette jeanne jeannie jedi jeep jeeper jeepster jeff jefferso jeffery jeffrey jello jelly
jellybea jellybean jenifer jenjen jenkins jenn jenna jennaj jennie jennife jennifer jenny jensen jeremiah jeremy
jericho jerk jerkoff jermaine jerome jerry jersey jesper jess jesse jessic jessica jessie jester jesus jethro jets
jetski jewel jewels jewish jezebel jiang jiao jiggaman jill jillian jimbo jimbob jimjim jimmie jimmy jimmys jing
jingle jiong jjjj jjjjj jjjjjj jjjjjjj jjjjjjjj jktxrf jktymrf joanna joanne jocelyn jockey joebob joecool joejoe joel
joemama joey johann johanna johannes john johnboy johncena johndeer johndoe johngalt johnjohn johnny johnson jojo
jojojo joker jokers jomama jonas jonathan jonathon jones jonjon jonny jorda jordan jorge jose joseph josephin josh
joshu joshua journey joyce joyjoy jrcfyf jsbach juan juanita jubilee judith judy juggalo jughead juice juicy jules
julia julian juliana julie julien juliet juliette julius july jumbo jump jumper june junebug jungle junio junior
juniper junk junkie junkmail jupiter justdoit justice justin justine justme justus juventus kaboom kahlua kahuna
kaiser kaitlyn kakashka kaktus kalina kamasutra kamikaze kamila kane kang kangaroo kansas karachi karate karen karin
karina karine karma karolina kashmir kasper katana katarina kate katerina katherin katherine kathleen kathryn kathy
katie katrin katrina kawasaki kayla kaylee kayleigh kazantip kcchiefs keegan keenan keeper keepout keisha keith keller
kelley kellie kelly kelsey kelvin kendall kendra keng kenken kennedy kenneth kenny kenobi kenshin kent kentucky
kenwood kenworth kermit kernel kerouac kerry kerstin kestrel kevin keyboard keystone keywest kfgjxrf kfhbcf khan
kickass kicker kidrock kids kieran kiki kikiki kill killa killbill kille killer killers killjoy killkill killme kilroy
kimball kimber kimberly kimkim kimmie kinder king kingdom kingfish kingking kingkong kingpin kings kingston kinky
kipper kirby kirill kirk kirkland kirsten kirsty kiss kisses kissing kisskiss kissme kissmyass kitchen kiteboy kitkat
kitten kittens kittie kitty kittycat kittykat kittys kiwi kjkszpj kjrjvjnbd kkkk kkkkk kkkkkk kkkkkkk kkkkkkkk klaste
klaster kleopatra klingon klizma klondike knickers knicks knight knights knock knockers knopka knuckles kodiak kojak
koko kokoko kokomo kolbasa kolobok kolokol komodo kong konstantin kool koolaid korn koroleva korova koshka kosmos
kostya kotaku kotenok kramer krasotka kris krishna krissy krista kristen kristi kristian kristin kristina kristine
kristy krokodil krolik kronos krusty krypton krystal ksenia ksusha ktyjxrf kuai kuang kume kungfu kurt kyle labrador
labtec lacrosse ladder laddie ladies lady ladybug laetitia lagnaf laguna lakers lakeside lakewood lakota lala lalakers
lalala lalalala lambda lambert lamer lamont lance lancelot lancer lander landon lane lang lansing lantern laptop lara
larisa larissa larkin larry larson laser lassie lasvegas latin latina latinas latino laura laurel lauren laurence
laurent laurie lawrence lawson lawyer lazarus lback leader leanne leather leavemealone ledzep leeds leedsutd leelee
lefty legacy legend legion legolas legos leigh leinad lekker lemans lemmein lemon lemonade lemons lena leng lennon
lenny leoleo leon leonard leonardo leonid leopard leopold leroy lesbian lesbians lesley leslie lespaul lestat lester
letmei letmein letsdoit letsgo letter lewis lexmark lexus lfitymrf lfybbk lhfrjy liang liao liberty library lick
licker licking lickit lickme life lifehack lifetime light lighter lighting lightnin lightning lights lilbit lilian
liliana lilith lillian lillie lilly limewire limited lincoln linda linden lindros lindsay lindsey lineage ling link
linkin links lion lionel lionking lions lips lipstick liquid lisa lisalisa lister lithium little live liverpoo
liverpool living lizard lizzie lkjhgf lkjhgfds lkjhgfdsa llamas llll lllll llllll llllllll lloyd loaded lobo lobster
lockdown locks loco logan logger logitech loki lokiloki lokomotiv lola lolipop lolita lollipop lollol lollypop lolo
lolol lololo london lonely lonesome lonestar lonewolf long longbow longdong longer longhair longhorn longjohn look
looker looking lookout looney loose looser lopez lord loren lorena lorenzo loretta lori lorraine loser losers lost
lottie lotus loud louie louis louise loulou love lovebug loveit loveless lovelife lovelove lovely loveme lover
loverboy lovers lovesex loveya loveyou loving lowell lowrider ltybcrf luan luca lucas lucia luciano lucifer lucille
luck lucky luckydog luckyone lucy ludmila ludwig luis luke lulu lumber lumina luna lunchbox lust luther lvbnhbq lynn
macaroni macbeth macdaddy machine macintos mack mackie macleod macmac macman macross mad madcat madcow madden maddie
maddog madeline madina madison madmad madman madmax madness madonna madrid maestro magazine magelan magellan maggi
maggie maggot magic magical magician magick magicman magnet magneto magnolia magnum magnus magpie magpies mahler
maiden mail mailman maison majestic major makaka makaveli maksim maksimka malachi malaka malcolm malibu malice malina
malish mallard mallory mallrats malone mama mamacita mamama mamamama mamamia mamapapa mamas mammoth manager manchest
manchester mancity mandarin mandingo mandrake mandy manfred mang manga mango maniac manila mankind manman mann manning
manolo manowar manson mantis mantle manuel manuela manutd maple maradona marathon marble marc marcel marcello marcelo
march marcia marco marcos marcus margaret margarit margarita margie mari maria mariah mariam marian mariana marianna
marianne marie marijuan marijuana marika marilyn marin marina marine mariner mariners marines marino mario marion
mariposa marisa marissa marius mariya marjorie mark marker market markie markiz markus marlboro marlene marley marlin
marlon marquis marriage married mars marseill marseille marsha marshal marshall martha marti martin martina martine
martinez martini marty marvel marvin mary maryann maryjane maryland masamune maserati mason massage massimo massive
maste master masterbate masterbating masterp masters matador matchbox mathew matilda matrix matt matteo matthe matthew
matthews matthias mattie matty mature maureen maurice maveric maverick maxdog maxell maxim maxima maxime maximo
maximum maximus maxine maxmax maxwell maxx maxxxx mayday mayhem maynard mazafaka mazda mcdonald mckenzie mclaren
meadow meagan meat meatball meathead meatloaf mechanic media medic medical medicine medina medion medusa medved mega
megadeth megaman megan megane megapass megatron meghan meister melanie melina melinda meliss melissa mellon mellow
melody melrose melvin member meme mememe memorex memory memphis menace meng mental mentor meow meowmeow mephisto
mercede mercedes mercury meredith meridian merlin merlot mermaid mersedes messiah metal metall metallic metallica
method metroid mets mexican mexico miami mian miao michae michael michaela michaels michal micheal michel michele
michell michelle michigan mick mickey micro microlab micron microphone microsof microsoft middle midget midnight
midnite midway mierda mighty miguel mihail mikael mike mikemike mikey milan milana milano mildred milena miles
military milk milkman millenium miller millie million millions millwall milo milton mimi mine minecraft minemine
minerva ming mingus minime minimoni ministry minnie miracle mirage miranda miriam mirror mischief misery misfit
misfits misha mishka missie mission mississippi missouri missy mister mistress misty mitch mitchell mittens mizzou
mmmm mmmmm mmmmmm mmmmmmm mmmmmmmm mnbvcx mnbvcxz mobile mobydick model models modelsne modena modern mohamed mohammad
mohammed mohawk mojo mollie molly mollydog moloko molson mommy momo momomo momoney monaco monalisa monarch monday
mondeo mone money moneyman moneys mongoose monic monica monika monique monitor monk monke monkey monkeybo monkeys
monopoly monroe monster monsters montag montana monte montecar montreal montrose monty moocow mookie moomoo moon
moonbeam moondog mooney moonligh moonlight moonshin moore moose mooses mopar morales mordor more moreno morgan moritz
morning moron morpheus morris morrison morrowind mortal mortgage mortimer morton moscow moses moskva mother
motherfucker motherlode mothers motion motley motocros motor motorola mountain mouse mouth movie movies mozart
mudvayne muffin muhammad mulder mullet mulligan multiplelo munch munchkin munich muppet murder murphy murray murzik
musashi muscle muscles mushroom music musica musical musicman muslim mustafa mustang mustangs mustard mutant mybaby
mydick mygirl mykids mylife mylove myname mynameis mypass mypassword myrtle myself mystery mystic nadine naked namaste
nana nancy nang nanook napalm napass napoleon napoli napster narnia naruto nascar nastia nasty nastya natali natalia
natalie nataly natasha nathalie nathan nation national native natural nature naughty nautica nautilus navajo navigator
navy navyseal nazgul nbvjatq nebraska needles nellie nelson nemesis neng neon neptune netscape network nevada never
nevermind nevermore nevets neville newark newbie newcastl newcastle newlife newman newpass newport news newton newyork
nextel nfnmzyf nfytxrf nguyen niang niao nice niceass niceguy nicholas nichole nick nickel nico nicol nicola nicolas
nicole nigga nigger night nightmar nightmare nights nightwish nike nikita nikitos nikki nikola nikolai nikolas nikolay
nimbus nimrod nina nine nineball nineinch niners ning ninja ninjas nintendo nipper nipple nipples nirvana nissan
nitram nitro nittany nnnnnn nnnnnnnn nobody noelle nofear nokia nolimit nomad nomore noname none nonenone nong nonono
noodle noodles nookie nopass norbert normal norman normandy norris north northern norton norway norwich nostromo
notebook nothing notused nounours nova novell november noway nthvbyfnjh ntktajy nuan nuclear nude nudes nudist nugget
nuggets number nurses nutmeg nuts nutter nuttertools nygiants nyjets nylons nymets nympho oakland oakley oasis oatmeal
obelix oberon obiwan oblivion obsidian ocean oceans october octopus odessa odyssey office officer offshore ohshit
ohyeah oilers oklahoma okokok oksana older oldman oleg olenka olesya olga olive oliver olivia olivier olympus omega
onelove onetime onetwo onion online onlyme oooo ooooo oooooo oooooooo open opendoor opennow openup operator optimist
optimus option options oracle orange oranges orchard orchid oregon oreo orgasm orient original orioles orion orlando
oscar osiris othello otis ottawa otto outback outkast outlaw outside over overkill overlord oxford oxygen oyster ozzy
pablo pacers pacific pacino packard packer packers pacman paco paddle padres page pain paint paintbal paintball
painter painting pajero pakistan palace paladin palermo pallmall palmer palmtree paloma pamela panama panasoni
panasonic pancake pancakes pancho panda pandas pandora pang panter pantera panther panthers panties pants pantyhos
panzer paolo papa papamama paper papers papillon papito paradigm paradise paradox paramedi paranoid paris park parker
parol parola parrot partner party pasadena pascal pass passat passes passion passme passpass passport passwd passwor
password passwords passwort pastor pasword patch patches pathetic pathfind patience patric patrice patrici patricia
patrick patriot patriots patrol patton patty paul paula paulie paulina pauline pavel pavement pavilion pavlov payday
payton pdtplf peace peach peaches peachy peacock peanut peanuts pearl pearljam pearls pearson pebble pebbles pecker
pedro peekaboo peepee peeper peewee pegasus peggy pelican pencil penelope penetration peng penguin penguins penis
penny pentagon penthous pentium people pepe pepito peppe pepper peppers pepsi perfect perkins perry persik person
persona personal pervert pete peter peterbil peterpan peters peterson petra petrov petrova petunia peugeot peyton
phantom pharmacy phat pheonix phialpha phil philip philippe philips phillies phillip phillips philly phish phoebe
phoeni phoenix phone photo photos phpbb phyllis physics pian piano pianoman piao piazza picard picasso piccolo pickle
pickles picks pickup pics picture pictures pierce piercing pierre pigeon piggy piglet pigpen pikachu pillow pilot pimp
pimpdadd pimpin pimping pinball pineappl pineapple pinetree ping pingpong pinhead pink pinkfloy pinkfloyd pinky
pinnacle pioneer pipeline piper pippen pippin pippo piramida pirate pirates pisces pissing pissoff pistol pistons
pitbull pitch pixies pizdec pizza pizzaman pizzas placebo planes planet plasma plastic plastics platinum plato platon
platypus play playa playball playboy player players playing playmate playstat playstation playtime please pleasure
ploppy plumber pluto plymouth pobeda pocket poetry point pointer poipoi poison poiuy poiuyt poiuytre poiuytrewq
pokemon poker poland polaris police polina polish polly polo polopolo polska pompey poncho pong pontiac pony poochie
poodle pooh poohbear pookey pookie pool poontang poop pooper poopie poopoo pooppoop poopy pooter popcorn popeye popo
popopo popova popper poppop poppy poptart porkchop porn pornking porno pornos pornporn pornstar porsche portal porter
portland portugal poseidon positive possum post postal postman potato pothead potter powder powell power powers pppp
ppppp pppppp ppppppp pppppppp praise prayer preacher precious predator prelude premier premium presario presiden
president presley pressure presto preston pretty priest primus prince princes princess pringles printer printing
prissy private privet probes prodigy profit program progress project promise property prophet prospect prosper protect
proton proview prowler proxy prozac psycho public puck puddin pudding puffin puffy pulsar pumper pumpkin pumpkins
punch punisher punk punker punkin punkrock puppet puppies puppy puppydog pupsik purdue purpl purple pushkin puss
pussey pussie pussies pussy pussycat pussyman pussys putter puzzle pyramid python qawsed qawsedrf qazqaz qazws qazwsx
qazwsxed qazwsxedc qazwsxedcrfv qazxcv qazxsw qazxswedc qazzaq qiang qiao qing qiong qqqq qqqqq qqqqqq qqqqqqq
qqqqqqqq qqqwww quality quan quantum quartz quasar quattro quebec queen queenie queens quentin quest question quincy
qwaszx qweasd qweasdzxc qwedsa qweqwe qweqweqwe qwer qwerasdf qwerasdfzxcv qwerqwer qwert qwerty qwertyqwerty qwertyu
qwertyui qwertyuio qwertyuiop qwertz qwqwqw qwqwqwqw rabbit rabbits rabota race racecar racer racerx rachael rachel
rachelle racing radar radical radio radiohea radiohead rafael rage ragnarok raider raiders railroad rain rainbow
rainbows rainman rainyday raistlin raleigh ralph rambler rambo ramirez rammstein ramona ramones rampage ramrod ramses
ramsey ranch rancid randall random randy rang ranger rangers raphael raptor raquel rascal rasmus rasputin rasta
rastaman ratboy rated ratman raven ravens raymond rayray razor razz rbhbkk rctybz reader readers reading ready reagan
real reality really realmadrid reaper reason rebecca rebel rebels reckless record records recovery redalert redbaron
redbird redbone redbull redcar reddevil reddog reddwarf redeye redfish redfox redhat redhead redhot redline redman
redneck redred redrose redrum reds redskin redskins redsox redstar redwing redwings redwood reebok reefer referee
reflex reggae reggie regina reginald register reilly reload remember remingto remote renata renato renault renee
renegade reng repair report reptile republic rereirf rescue research reserve resident respect restart retard retire
retired revenge review revolution revolver reynolds rfgecnf rfhbyf rfhfylfi rfhnjirf rfnthbyf rfntymrf rfrfirf rfrnec
rfvfcenhf rhbcnbyf rhfcjnrf rhiannon rhino rhjrjlbk rhonda rhtdtlrj ricard ricardo riccardo rich richard richards
richie richmond rick ricky rico ride rider riders ridge right rightnow riley rimmer ring ringo ripken ripley ripper
ripple rita river rivera rivers rjhjkm rjhjktdf rjirfrgbde rjntyjr rjycnfynby road roadkill roadking roadrunn
roadrunner roadster robbie rober robert roberta roberto roberts robin robins robinson robocop robot robotech robotics
rochelle rock rocker rocket rockets rockford rockhard rockie rockies rockin rocknrol rocknroll rockon rocks rockstar
rockwell rocky rodeo rodman rodney roger rogers rogue roland roll roller rollin rolling rollins rolltide roma roman
romance romano romans romantic romashka romeo romero rommel ronald ronaldo rong ronnie roofer rookie rooney rooster
rootbeer rosario roscoe rose rosebud rosemary roses rosie ross roswell rotten rough rover rovers roxanne royal royals
royalty rrrr rrrrr rrrrrr rrrrrrrr rtyuehe ruan rubber rubble ruby rudeboy rudolf rudy rufus rugby rugger rules rulez
rumble runaway runescape runner running rupert rush ruslan russel russell russia russian rustam rusty ryan sabbath
sabina sabine sabres sabrina sacred sadie safari safety sahara saigon sailboat sailing sailor saint saints sairam
saiyan sakura salamander salami salasana saleen salem sales sally salman salmon salome salomon salope salsero salvador
samanth samantha samara sambo samiam samira samm sammie sammy samoht sampson samsam samson samsun samsung samtron
samuel samurai sanchez sancho sand sander sanders sandie sandiego sandman sandr sandra sandrine sandro sandwich sandy
sanford sanfran sang sanity santa santafe santana santiago santos sapper sapphire sara sarah saratoga sasasa sascha
sasha saskia sassy sasuke satan satana saturday saturn saun sauron sausage sausages savage savanna savannah savior
sawyer sayang scamper scania scanner scarface scarlet scarlett schalke schatz scheisse schmidt school science scissors
scooby scoobydo scoobydoo scooter score scorpio scorpion scotch scotland scott scottie scotty scout scrabble scrapper
scrappy scratch scream screamer screen screw screwy script scruffy scuba scully seabee seadoo seagull seahawks seamus
sean searay search season seattle sebastia sebastian sebring second secret secrets secure security sedona seeker
seeking seinfeld sekret select selena selina seminole semper semperfi senator senators seneca seng senior senna sensei
sentinel septembe september serega serena serenity sergbest sergeant sergei sergey sergi sergio series serpent
sersolution server service services sesame seven sevens sex sexgod sexman sexo sexsex sexsexsex sexual sexx sexxx
sexxxx sexxxy sexxy sexy sexybabe sexyboy sexygirl sexylady sexyman sexysexy seymour shado shadow shadows shady shag
shaggy shai shakira shalom shaman shampoo shamrock shamus shan shane shang shanghai shania shanna shannon shanti shao
shaolin shark sharks sharky sharon sharp shasta shauna shaved shawn shawna shazam shearer sheba sheeba sheena sheep
sheepdog shei sheila shelby sheldon shell shelley shelly shemale shen sheng shepherd sheridan sheriff sherlock sherman
sherri sherry sherwood shibby shiloh shiner shinobi shirley shit shitface shithead shitty shock shocker shodan shoes
shogun shojou shonuf shooter shopper shopping short shorty shotgun shou shovel show shower showme showtime shrimp
shuai shuang shui shun shuo shuttle shutup shyshy sick sidekick sidney siemens sierra sigma sigmachi signal silence
silent silly silver silverad silvia simba simmons simon simona simone simple simpson simpsons sims simsim sinatra
sinbad sinclair singapor singer single sinister sinned sinner siobhan sirius sissy sister sisters site sites sithlord
sixers sixpack sixsix sixty skate skateboard skater skeeter skibum skidoo skiing skillet skinhead skinner skinny skip
skipper skippy skittles skorpion skydive skyhawk skylar skylark skyler skyline skywalke skywalker slacker slamdunk
slammer slapper slappy slapshot slater slave slavik slayer sleep sleeper sleepy slick slider slim slimshad slimshady
slinky slipknot slippery slonik sloppy slowhand slugger sluggo slut sluts slutty smackdow smackdown small smart
smashing smeghead smegma smelly smile smiles smiley smirnoff smirnov smith smiths smitty smoke smoker smokes smokey
smokie smokin smoking smooth smoothie smudge smut snake snakes snapon snapper snapple snappy snatch sneakers sneaky
snicker snickers sniffing sniper snooker snoop snoopdog snoopy snow snowball snowbird snowboar snowboard snowflak
snowman snuffy snuggles sobaka socce soccer socrates sofia softail softball software solaris soldier soleil solitude
solnce solo solomon solution some someday someone somerset somethin something sommer sonata song sonia sonic sonics
sonny sonoma sony sonyericsson sonyfuck sonysony sooner sooners sophi sophia sophie soprano soul soulmate sound south
southern southpar southpark southpaw sowhat space spaceman spam spanish spank spanker spanking spankme spanky spanner
sparkle sparkles sparks sparky sparrow sparta spartak spartan spartans spawn speaker speakers spears special specialk
spectre spectrum speed speedo speedway speedy spence spencer sperma sphinx spice spider spiderma spiderman spidey
spike spiker spikes spikey spinner spiral spirit spitfire splash spliff splinter spock spoiled sponge spongebo
spongebob spooge spooky spoon spoons sport sporting sports sporty spot spotty spread spring springer springs sprint
sprinter sprite sprout spud spunky spurs sputnik spyder sqdwfe squall square squash squeak squeeze squirrel squirt
srinivas ssss sssss ssssss sssssss ssssssss stacey stacie stacy stafford stalin stalker stallion stan standard
stanford stang stanislav stanley staples star starbuck starcraf starcraft stardust starfire starfish stargate starligh
starman starr stars starship starstar start starter startrek starwar starwars stasik state static station status
stayout stealth steam steaua steel steele steeler steelers stefan stefanie stefano steffen steffi stella stellar
stepan steph stephan stephane stephani stephanie stephen stereo sterlin sterling sterva steve steven stevens stevie
stewart stick stickman sticks sticky stiffy stigmata stimpy sting stinger stingray stinker stinky stock stocking
stocks stockton stolen stone stonecol stonecold stoned stoner stones stoney stop storage store stories storm stormy
straight strange stranger strap stratfor stratus strawber strawberry stream streaming street streets strength stress
stretch strider strike striker string strip stripper stroke stroker strong stryker stuart stubby stud student studio
studly studman stuff stumpy stunner stupid style styles stylus suan subaru sublime submit suburban subway subzero
success suck suckdick sucked sucker suckers sucking suckit suckme suckmydick sucks sugar suicide sullivan sultan
summer summers summit sundance sunday sundevil sunfire sunflowe sunflower sunlight sunny sunnyday sunrise sunset
sunshin sunshine super superb superfly superior superma superman supernov supernova supersta superstar support supra
supreme surf surfer surfing survivor susan susana susanna susanne sushi suslik sutton suzanne suzuki sveta svetik
svetlana svoboda swallow sweden swedish sweet sweetie sweetnes sweetness sweetpea sweets sweety swimmer swimming
swinger swingers swinging switch swoosh sword swordfis swordfish swords sydney sylveste sylvia syncmaster synergy
syracuse system systems syzygy tabasco tabitha taco tacobell tacoma taekwondo talbot talisman talks talon tamara tammy
tang tango tank tanker tanner tantra tanya tara tarakan tardis target tarheel tarheels tarpon tartar tarzan tasha
tatarin tatiana tattoo tatyana taurus taxman taylor tazman tazmania tbone tdutybq tdutybz teacher team tech technics
techno teddy teddybea teddybear teen teenage teens tekken telefon telephon telephone temp tempest templar temple
temppass tenchi tender teng tennesse tennis tequila terefon teresa terminal terminat terminator terra terrapin terrell
terror terry test tester testing testpass testtest tetsuo texas thailand thanatos thanks thankyou theater theatre
thebear theboss thecat thecrow thecure thedog thedon thedoors thedude theend theforce thegame thegreat their thekid
theking thelma theman theodore theone there theresa therock these thesims thethe thewho thierry thing thirteen this
thisisit thoma thomas thompson thong thongs thor thrasher three threesom throat thuglife thumb thumbs thumper thunder
thunderb thursday tian tiao tiberius tiburon ticket tickle tiffany tiger tigercat tigers tigge tigger tight tights
timber time timeout timmy timosha timothy timtim tina ting tinker tinkerbe tinkerbell tinman tintin tiny tipper titan
titanic titanium titans titleist tits titten titties titts titty tkbpfdtnf toast toaster tobias toby today todd toejam
toffee together toilet tokiohotel toledo tolkien tomahawk tomas tomato tomcat tommie tommy tommyboy tomorrow tomtom
tong tongue tonight tony toocool tool toolbox toolman toon toonarmy tootie tootsie topcat topdog topgun tophat topher
topper toriamos torino tornado toronto torpedo torres toshiba tosser toto tototo tottenha tottenham touching tower
towers town toyota trace tracer tracey track tracker tractor tracy trader traffic trailer train trainer training
trains tralala trance tranny trans transam transfer transit translator trapper trauma travel traveler travis treasure
treble trebor tree treefrog trees treetop trevor trfnthbyf trial triangle tribal tricia tricky trident trigger
trinidad trinitro trinity trip triple tripleh tripod tripper trisha tristan triton triumph trixie trojan trojans troll
trombone trooper tropical trouble trout troy truck trucker trucking trucks truelove truman trumpet trunks trust
trustme truth tsunami tttttt tttttttt tuan tucker tuesday tujhrf tulips tuna tunafish tundra tuning tupac turbo turkey
turner turnip turtle tuscl tweety twelve twenty twiggy twilight twinkie twinkle twins twisted twister tycoon tyler
typhoon tyrone tyson ufkbyf ukraine ultima ultimate ultra umbrella umpire undead underdog underground undertak
undertaker unicorn unique united universa universal universe university unknown unlock unreal uptown upyours uranus
ursula usarmy user username usmarine usmc usnavy utopia uuuuuu vacation vader vadim vagabond vagina valencia valentin
valentina valentine valera valeri valeria valerie valhalla valkyrie valley vampir vampire vampires vancouve vanessa
vanguard vanhalen vanilla varvara vasilisa vauxhall vbkfirf vector vectra vedder vegas vegeta vegitto vehpbr velocity
velvet vendetta venera venice venom ventura venture venus vera verbatim veritas verizon vermont vernon verona veronica
veronika versace vertigo vette vfczyz vfhbyf vfhecz vfhufhbnf vfibyf vfitymrf vfksirf vfndtq vfntvfnbrf vfrcbv
vfrcbvrf vfvekz vfvfgfgf vfvjxrf viagra vickie victor victoria victory video videos vienna vietnam viewsoni viewsonic
viking vikings viktor viktoria viktoriya villa village vincent vinnie vintage violet violetta violin viper vipergts
vipers virgil virgin virginia virginie virtual virus visa vision visual vitalik vitamin vivian vjcrdf vjkjrj vjqgfhjkm
vkontakte vlad vladik vladimir vladislav vodka volcano volcom volkov volkswag volley volleyba volume volvo voodoo
vortex voyager voyeur vqsablpzla vsegda vulcan vvvv vvvvvv waffle wagner walker wallace wallet walleye wally walmart
walnut walrus walter walton wanderer wang wanker wanking wanted wapbbs warcraft wareagle warez warhamme warhammer
warlock warlord warner warning warren warrior warriors warthog wasabi washburn washingt washington wasser wassup
wasted watch watcher water waterboy waterloo waters watford watson wayne wealth wearing weasel weather weaver webber
webhompas webmaste webmaster webster wedding weed weekend weezer weiner weird welcom welcome welder welkom wendy weng
werder werdna werewolf werner wert werty wertyu wesley west western westham weston westside westwood wetpussy wetter
what whatever whatsup whatthe whatwhat wheels whiplash whiskers whiskey whisky whisper whistler white whiteboy
whiteout whitesox whitey whitney whocares whore whynot wibble wicked widget wifey wilbur wild wildbill wildcard
wildcat wildcats wilder wildfire wildman wildone wildwood will willia william williams willie willis willow willy
wilson wind windmill window windows windsor windsurf winger wingman wingnut wings winner winners winnie winona winston
winter wireless wisdom wiseguy wishbone wives wizard wizards wolf wolfen wolfgang wolfie wolfman wolfpac wolfpack
wolverin wolverine wolves woman wombat women wonder wonderboy wonderful wood woodie woodland woodstoc woody woofer
woofwoof woohoo wookie woowoo word wordpass wordup work working workout world wormix worthy wowwow wraith wrangler
wrench wrestle wrestler wrestlin wrestling wright writer wutang wwww wwwwww wwwwwww wwwwwwww wxcvbn wyoming xanadu
xander xavier xerxes xfiles xian xiang xiao xing xiong xtreme xuan xxxpass xxxx xxxxx xxxxxx xxxxxxx xxxxxxxx yamaha
yamato yang yankee yankees yasmin yaya ybrbnf ybrjkfq yeah yeahbaby yellow yessir yesyes yfcntymrf yfnfif yfnfkb
yfnfkmz ying yjdsqgfhjkm yoda yogibear yolanda yomama yong yosemite young yourmom yousuck youtube yoyo yoyoma yoyoyo
ytrewq yuan yugioh yummy yumyum yvette yvonne yyyy yyyyyy yyyyyyyy yzerman zachary zack zalupa zander zang zanzibar
zaphod zappa zapper zaqwsx zaqwsxcde zaqxsw zaqxswcde zaraza zarina zasada zazaza zebra zeng zenith zephyr zeppelin
zero zerocool zeus zhai zhang zhao zhei zheng zhjckfd zhong zhou zhuai zhuang zhui zhun zhuo zidane ziggy zigzag
zildjian zipper zippo zippy zodiac zoloto zombie zong zorro zouzou zuan zvezda zxasqw zxcasd zxcasdqwe zxcv zxcvb
zxcvbn zxcvbnm zxczxc zxzxzx zyjxrf zzzxxx zzzz zzzzz zzzzzz zzzzzzz zzzzzzzz
`;

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
let lists: { passwords: ReadonlySet<string>; words: ReadonlySet<string> } | null = null;

/** Signs and digits that stand for a letter, as in `P@ssw0rd`. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Returns true for one of the 100,000 most common passwords, in any case, and for a very common word with
 * digits and punctuation marks before or after it.
 */
export function isCommonPassword(password: string): boolean {
  lists ??= { passwords: setOf(PASSWORDS), words: setOf(WORDS) };
  const lower = password.toLowerCase();
  if (lists.passwords.has(lower)) return true;
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return lists.words.has(word.replace(/[^a-z]/g, (sign) => LETTERS[sign] ?? sign));
}
