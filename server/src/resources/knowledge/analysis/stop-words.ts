const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that say little, in small letters without accents. */
export const englishStopWords = wordsOf(
  `a about after all also am an and any anybody anyone are as at be because been before being between both but by can
  can't cannot could did do does doesn't doing don't done each either ever every for from get gets give got had has have
  having he her here hers him his how i if in into is isn't it it's its just let's like many may me might mine more most
  much must my need no nor not of off on one only or other our ours out over own please shall she should since so some
  somebody someone something such tell than that that's the their theirs them then there there's these they this those
  through to too under until up us very was we were what what's when where whether which while who who's whom whose why
  will with without won't would you your yours`,
);

export const germanStopWords = wordsOf(
  `aber alle allem allen aller alles als also am an ander andere auch auf aus bei beim bin bis bist da dabei dafur damit
  dann darf das dass dein deine dem den denn der des dessen dich die dies diese diesem diesen dieser dieses dir doch dort
  du durch durfen ein eine einem einen einer eines er es etwas euch fur gegen gibt hab habe haben hat hatte hier hin ich
  ihm ihn ihnen ihr ihre im in ins ist ja jede jedem jeden jeder jedes kann kein keine konnen man mein meine mich mir mit
  muss mussen nach nicht nichts noch nur ob oder ohne sein seine sich sie sind so soll sollen uber um und uns unser unter
  viel viele vom von vor wann war warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie
  wieviel will wir wird wo wohin wurde zu zum zur`,
);

export const frenchStopWords = wordsOf(
  `a ai as au aucun aussi autre aux avec avez avoir avons c ce cela celle celui ces cet cette ceux chez ci comme comment
  combien d dans de des dois doit donc dont du elle elles en est et etaient etait ete etes etre eux faire fait faut il ils
  j je jusqu l la le les leur leurs lorsqu lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas peut
  peux plus pour pourquoi puis puisqu qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont
  sous suis sur t ta te tes toi ton tous tout toute toutes tres tu un une va vos votre vous y est-ce puis-je peut-on dois-je
  doit-on faut-il ai-je a-t-on a-t-il`,
);

export const spanishStopWords = wordsOf(
  `a al algo alguien alguna alguno algun ante aqui asi aun cada como con contra cual cuales cuando cuanta cuantas cuanto
  cuantos de debe debo del desde donde dos e el ella ellas ellos en entre era es esa ese eso esta estan estar este esto
  estos fue ha hace hacer han hasta hay he la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o os otra
  otro para pero poco por porque puede pueden puedo pues que quien quienes se sea ser si sin sobre solo son soy su sus tan
  tanto te tengo tiene tienen todas todo todos tu tus un una unas uno unos usted va y ya yo`,
);
