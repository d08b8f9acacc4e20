import { fold } from './languages/language.ts';
import { wordsOfName } from './tokens.ts';

/** Nouns that name columns, tables and values in German, French, Spanish and Italian, by what they are in English. */
export const abroad: Readonly<Record<string, string>> = {
  price: 'preis|prix|precio|prezzo|verkaufspreis|listenpreis|kaufpreis|einzelpreis',
  cost: 'kosten|coût|coste|costo',
  rent: 'miete|kaltmiete|warmmiete|loyer|alquiler',
  fee: 'tarifa|cuota|gebühr|frais|tarifa',
  amount: 'betrag|montant|importe|monto|summe',
  size: 'größe|taille|tamaño',
  area: 'fläche|wohnfläche|surface|superficie',
  salary: 'gehalt|lohn|verdienst|salaire|salario|sueldo|stipendio',
  income: 'einkünfte|einkommen|revenu|ingreso|reddito',
  duration: 'dauer|durée|duración|durata|laufzeit',
  length: 'länge|longueur|longitud',
  age: 'antigüedad|alter|âge|edad|età',
  date: 'datum|fecha|bestelldatum|kaufdatum',
  time: 'uhrzeit|zeit|heure|hora',
  year: 'jahr|baujahr|année|año|jahrgang|anno',
  month: 'monat|mois|mes|mese',
  week: 'woche|semaine|semana|kalenderwoche',
  weekday: 'wochentag',
  temperature: 'temperatur|température|temperatura',
  distance: 'entfernung|strecke|distanz|distancia',
  mileage: 'kilometerstand|kilométrage|kilometraje',
  weight: 'gewicht|poids|peso',
  height: 'höhe|hauteur|altura|körpergröße',
  width: 'breite|largeur|anchura',
  depth: 'tiefe|profondeur|profundidad',
  speed: 'geschwindigkeit|vitesse|velocidad',
  power: 'leistung|puissance|potencia',
  rating: 'bewertung|wertung|évaluation|puntuación|calificación|valoración',
  quantity: 'menge|anzahl|stück|stückzahl|quantité|cantidad|unidad',
  revenue: 'umsatz|erlös|einnahme|facturación|erlöse',
  sale: 'verkauf|verkäufe|vente|venta',
  profit: 'gewinn|bénéfice|beneficio|ganancia',
  discount: 'rabatt|nachlass|remise|descuento|sconto',
  apartment: 'mietwohnung|wohnung|appartement|piso|apartamento',
  house: 'haus|häuser|maison|casa|immobilie|vivienda',
  room: 'zimmer|räume|pièce|habitación|chambre',
  employee: 'mitarbeiter|angestellte|employé|empleado|mitarbeitende|beschäftigte',
  customer: 'kunde|kundin|cliente|kundschaft',
  order: 'bestellung|auftrag|aufträge|commande|pedido',
  product: 'produkt|artikel|ware|produit|producto|prodotto',
  department: 'abteilung|département|departamento',
  city: 'stadt|städte|ort|ville|ciudad|città|gemeinde|wohnort|standort',
  country: 'land|länder|país|paese|herkunftsland',
  region: 'gebiet|bundesland|région|región|provincia|kanton',
  neighborhood: 'stadtteil|viertel|bezirk|barrio|ortsteil',
  job: 'beruf|puesto|cargo|tätigkeit|métier',
  category: 'kategorie|gruppe|warengruppe|catégorie|categoría|produktgruppe',
  type: 'typ|tipo|gattung',
  name: 'nom|nombre|bezeichnung',
  'first name': 'vorname|prénom',
  'last name': 'nachname|apellido|familienname',
  brand: 'marke|marque|marca',
  manufacturer: 'hersteller|fabricant|fabricante|produzent',
  model: 'modell|modèle|modelo',
  branch: 'filiale|niederlassung|zweigstelle|succursale|sucursal',
  shop: 'geschäft|laden|läden|magasin|tienda|boutique',
  gender: 'geschlecht|sexe|sexo|género',
  female: 'weiblich|frau|femme|mujer|femenino|féminin',
  male: 'männlich|mann|männer|homme|hombre|masculino|masculin',
  car: 'fahrzeug|pkw|voiture|coche|véhicule|vehículo',
  bike: 'fahrrad|fahrräder|räder|vélo|bicicleta|bici|zweirad',
  color: 'farbe|couleur|colore',
  street: 'straße|strasse|calle|rue',
  student: 'schüler|schülerin|studierende|élève|étudiant|estudiante|alumno',
  school: 'schule|école|escuela',
  grade: 'schulnote|nota|klasse',
  child: 'kinder|enfant|hijo|niño',
  phone: 'telefonanschluss|telefon|téléphone|teléfono|telefonnummer',
  supplier: 'lieferant|fournisseur|proveedor',
  invoice: 'rechnung|facture|factura',
  payment: 'zahlung|paiement|pago',
  stock: 'bestand|lagerbestand|existencias',
  population: 'einwohner|bevölkerung|einwohnerzahl|población|habitant|habitante',
  animal: 'tiere|haustier',
  breed: 'rasse|raza',
  birth: 'geburt|naissance|nacimiento|nascita',
  mother: 'mutter|mütter|mère|madre',
  father: 'vater|väter|père|padre',
  girl: 'mädchen|fille|niña',
  boy: 'junge|jungs|jungen|garçon',
  pregnancy: 'schwangerschaft|grossesse|embarazo',
  premature: 'frühgeburt|prématuré|prematuro',
  visit: 'besuch|visite|visita',
  gain: 'zunahme',
  'marital status': 'familienstand|état civil|estado civil',
  single: 'ledig|célibataire|soltero',
  divorced: 'geschieden|divorcé|divorciado',
  widowed: 'verwitwet|veuf|viudo',
  teacher: 'lehrer|lehrerin|lehrkraft|enseignant|profesor',
  nurse: 'krankenschwester|pfleger|infirmier|enfermero',
  kitchen: 'küche|cuisine|cocina',
  roof: 'dach|toit|techo',
  dog: 'hund|chien|perro',
  cat: 'katze|chat|gato',
  horse: 'pferd|cheval|caballo',
  bird: 'vogel|vögel|oiseau|pájaro|ave',
  fish: 'fisch|poisson|pez|pescado',
  tree: 'baum|bäume|arbre|árbol',
  bread: 'brot|pain|pan',
  coffee: 'kaffee|café',
  fruit: 'obst|frucht|früchte|fruta',
  vegetable: 'gemüse|légume|verdura',
  debt: 'schulden|dette|deuda',
  loan: 'darlehen|prêt|préstamo',
  interest: 'zins|zinsen|intérêt|interés',
  weather: 'wetter|tiempo|météo',
  rain: 'regen|niederschlag|pluie|lluvia',
  wind: 'viento',
  humidity: 'luftfeuchtigkeit|luftfeuchte|humidité|humedad',
  fuel: 'kraftstoff|treibstoff|carburant|combustible',
  transmission: 'getriebe',
  condition: 'zustand|état|estado',
  insurance: 'versicherung|assurance|seguro',
  contract: 'vertrag|verträge|contrat|contrato',
  book: 'buch|bücher|livre|libro',
  author: 'autor|autorin|auteur|verfasser',
  title: 'titel|titre|título',
  page: 'seite|seiten|página',
  film: 'película',
  team: 'mannschaft|équipe|equipo',
  player: 'spieler|spielerin|joueur|jugador',
  goal: 'gol|tor|buts',
  guest: 'gast|gäste|huésped',
  hotel: 'unterkunft',
  night: 'nacht|nächte|nuit|noche|übernachtung',
  restaurant: 'gaststätte',
  dish: 'gericht|plat|plato',
  patient: 'patientin|paciente',
  doctor: 'arzt|ärztin|médecin|médico',
  diagnosis: 'diagnose|diagnostic|diagnóstico',
  hour: 'stunde|heures|horas',
  minute: 'minuten|minuto',
  kilometer: 'kilomètre|kilómetro',
  tax: 'steuer|impôt|impuesto',
  margin: 'marge|marge brute|margen',
  manager: 'leiter|leiterin|filialleiter|gerente',
  delivery: 'lieferung|livraison|entrega',
  return: 'rückgabe|retoure|rücksendung',
  visitor: 'besucher|visiteur|visitante',
  member: 'mitglied|mitglieder|membre|miembro',
  married: 'verheiratet|marié|casado',
  smoker: 'raucher|fumeur|fumador',
  electric: 'eléctrica|elektrisch|elektrische|elektrischer|elektrisch|électrique|eléctrico',
  garden: 'garten|jardin|jardín',
  bedroom: 'dormitorio|schlafzimmer|chambre à coucher',
  bathroom: 'baño|badezimmer|bad|salle de bain',
  fireplace: 'chimenea|kamin|cheminée',
  heating: 'calefacción|heizung|chauffage',
  sewer: 'alcantarillado|kanalisation',
  lot: 'terreno|grundstück|terrain',
  value: 'valor|wert|valeur',
  water: 'agua|wasser|eau',
  front: 'frente',
  air: 'aire|luft',
  conditioning: 'acondicionado',
  conditioned: 'klimatisiert',
  new: 'nueva|nuevo|neu|neue|nouveau',
  construction: 'obra|bau|neubau',
  electricity: 'electricidad|strom|électricité',
  churn: 'gekündigt|kündigung|résilié',
  line: 'leitung|leitungen|línea',
  security: 'sicherheit|seguridad|sécurité',
  backup: 'datensicherung|sicherung',
  protection: 'schutz|schutzbrief',
  technical: 'technischer|technische|technisch|técnico|technique',
  paperless: 'papierlose|papierlos',
  total: 'gesamt|insgesamt|total',
  two: 'zwei|dos|deux',
  three: 'drei|tres|trois',
  one: 'uno',
  fiber: 'glasfaser|fibre optique|fibra',
  dependent: 'angehörige|angehöriger|familiares',
  check: 'scheck',
  transfer: 'überweisung|virement',
  card: 'karte|tarjeta|carte',
  credit: 'kredit|crédito|crédit',
  bank: 'banco',
  automatic: 'automatisch|automático|automatique',
  mail: 'post|correo',
  method: 'methode|método|méthode',
  start: 'beginn|anfang|inicio|début',
  end: 'ende|fin|schluss',
  number: 'nummer|número|numéro|nr',
  rate: 'quote|satz|tasa|taux',
  share: 'anteil|porcentaje|prozent|pct',
  private: 'privat|privado|privé',
  public: 'öffentlich|público',
  open: 'offen|abierto',
  closed: 'geschlossen|cerrado',
  status: 'estatus',
  currency: 'währung|moneda|devise',
  language: 'sprache|idioma|langue',
  religion: 'konfession',
  education: 'bildung|ausbildung|educación|éducation',
  study: 'studium|estudios',
  unemployment: 'arbeitslosigkeit|desempleo|chômage',
  election: 'wahl|elección|élection',
  vote: 'stimmen|voto|voix',
  party: 'partei|partido|parti',
  crime: 'straftat|delito',
  accident: 'unfall|unfälle|accidente',
  injury: 'verletzung|verletzte|lesión',
  death: 'tote|todesfall|muerte|décès',
  hospital: 'krankenhaus|klinik|hôpital',
  ticket: 'eintrittskarte|entrada|billet',
  train: 'zug|züge|tren',
  flight: 'flug|flüge|vuelo|vol',
  airline: 'fluggesellschaft|aerolínea',
  airport: 'flughafen|aeropuerto|aéroport',
  departure: 'abflug|abfahrt|salida|départ',
  arrival: 'ankunft|llegada|arrivée',
  delay: 'verspätung|retraso|retard',
  station: 'bahnhof|haltestelle|estación|gare',
  passenger: 'fahrgast|fahrgäste|passagier|pasajero|passager',
  driver: 'fahrer|fahrerin|conductor|chauffeur',
  floor: 'stockwerk|etage|étage|planta',
  garage: 'garaje',
  story: 'geschoss',
  sunny: 'sonnig',
  snow: 'schnee|nieve|neige',
  cloud: 'wolken|nube',
  pressure: 'druck|luftdruck|presión|pression',
  milk: 'milch|leche|lait',
  meat: 'fleisch|carne|viande',
  wine: 'wein|vino|vin',
  beer: 'bier|cerveza|bière',
  drink: 'getränk|bebida|boisson',
  ingredient: 'zutat|ingrediente',
  recipe: 'rezept|receta|recette',
  calories: 'kalorien|calorías',
  shelf: 'regal',
  warehouse: 'lagerhaus|almacén|entrepôt',
  machine: 'maschine|máquina',
  part: 'teil|teile|pieza',
  error: 'fehler|fallo',
  task: 'aufgabe|tarea|tâche',
  project: 'projekt|proyecto|projet',
  meeting: 'termin|reunión',
  comment: 'kommentar|bemerkung|comentario',
  description: 'beschreibung|descripción',
  email: 'e-mail-adresse',
  user: 'benutzer|nutzer|usuario|utilisateur',
  partner: 'partnerin',
  bill: 'rechnungsbetrag',
  subscription: 'abo|abonnement|suscripción',
  balcony: 'balkon|balcon|balcón',
};

const leastOfRoot = 4;
const byWord = new Map(
  Object.entries(abroad).flatMap(([meaning, nouns]) => nouns.split('|').map((noun) => [fold(noun), meaning] as const)),
);

/**
 * Returns the English words for a word of a name, if it is one of another language: "price" for "Preise", "month fee" for
 * "Monatsgebühr".
 */
export function inEnglish(word: string): string | undefined {
  const known = kept.get(word);
  if (known !== undefined) return known ?? undefined;
  const folded = fold(word);
  const meaning = oneWord(folded) ?? compound(folded);
  kept.set(word, meaning ?? null);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
  return meaning;
}

const kept = new Map<string, string | null>();
const mostKept = 20_000;

function oneWord(folded: string): string | undefined {
  const exact = byWord.get(folded);
  if (exact !== undefined) return exact;
  const endings = ['en', 'n', 'e', 's'].filter((ending) => folded.endsWith(ending));
  const roots = endings.map((ending) => folded.slice(0, -ending.length)).filter((root) => root.length >= leastOfRoot);
  return roots.map((root) => byWord.get(root)).find((meaning) => meaning !== undefined);
}

const leastOfPart = 4;
/** Letters between the parts of a German compound. */
const joints = ['', 's', 'es', 'n', 'en', 'e'];
/** Words that say little alone, and are English ones. */
const lastParts = new Map([
  ['art', 'type'],
  ['tag', 'day'],
  ['zahl', 'number'],
  ['ort', 'city'],
  ['nr', 'number'],
]);

function compound(folded: string): string | undefined {
  for (let cut = leastOfPart; cut <= folded.length - 2; cut += 1) {
    const last = folded.slice(cut);
    const second = lastParts.get(last) ?? (last.length >= leastOfPart ? oneWord(last) : undefined);
    if (second === undefined) continue;
    for (const joint of joints) {
      const start = folded.slice(0, cut);
      if (!start.endsWith(joint)) continue;
      const first = oneWord(start.slice(0, start.length - joint.length));
      if (first !== undefined) return `${first} ${second}`;
    }
  }
  return undefined;
}

/** Returns the words of a name, those of other languages in English: `Preis_neu` is a `price` and `neu`. */
export function wordsInEnglish(name: string): string[] {
  return wordsOfName(name).flatMap((word) => inEnglish(word)?.split(' ') ?? word);
}
