import { describe, expect, it } from 'vitest';
import { analysisOf, type Language } from './analyses.ts';
import { stem } from './stem.ts';
import { queryTermsOf, termsOf } from './terms.ts';

describe('stems', () => {
  // From the examples of Porter's paper, step by step.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['cats', 'cat'],
    ['feed', 'feed'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['sing', 'sing'],
    ['conflated', 'conflat'],
    ['troubled', 'troubl'],
    ['sized', 'size'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['hissing', 'hiss'],
    ['failing', 'fail'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['vietnamization', 'vietnam'],
    ['operator', 'oper'],
    ['formaliti', 'formal'],
    ['hopeful', 'hope'],
    ['goodness', 'good'],
    ['electrical', 'electr'],
    ['allowance', 'allow'],
    ['adoption', 'adopt'],
    ['replacement', 'replac'],
    ['rate', 'rate'],
    ['cease', 'ceas'],
    ['controll', 'control'],
    ['roll', 'roll'],
  ])('%s: %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it.each([
    ['paid', 'pays'],
    ['children', 'child'],
    ['written', 'writing'],
    ['kept', 'keeps'],
  ])('are the same for %s and %s', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });
});

describe('stems of other languages', () => {
  it.each<[Language, string]>([
    ['german', 'wohnung wohnungen wohnen'],
    ['german', 'haus hauser hauses hausern'],
    ['german', 'mieter mietern miete mieten'],
    ['german', 'kundigen kundigung kundigungen'],
    ['german', 'schlussel schlusseln schlussels'],
    ['french', 'loyer loyers'],
    ['french', 'cheval chevaux'],
    ['french', 'payer paye payee payees'],
    ['french', 'resilier resiliation resiliations'],
    ['french', 'chien chiens chienne chiennes'],
    ['spanish', 'habitacion habitaciones'],
    ['spanish', 'pagar pago pagado paga'],
    ['spanish', 'animal animales'],
    ['spanish', 'luz luces'],
    ['spanish', 'perro perros perra'],
  ])('in %s are the same for %s', (language, forms) => {
    const { stem } = analysisOf(language);
    expect(new Set(forms.split(' ').map(stem)).size).toBe(1);
  });

  it.each<[Language, string]>([
    ['german', 'hund hand haus maus der tag'],
    ['french', 'eau eaux mois moi prix pris'],
    ['spanish', 'casa caso mes mesa dia'],
  ])('in %s leave short words alone: %s', (language, words) => {
    const { stem } = analysisOf(language);
    for (const word of words.split(' ')) expect(stem(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length));
  });
});

describe('terms', () => {
  it.each([
    ['Größe, CAFÉ & naïve', ['grosse', 'cafe', 'naive']],
    ['１２３ ﬁne', ['123', 'fine']],
    ['1,200 and 3.5', ['1200', 'and', '3', '5']],
    ["the tenant's e-mail", ['the', 'tenant', 'e', 'mail', 'email']],
    ['2024-01', ['2024', '01']],
    ['peerDependencies', ['peerdependencies', 'peer', 'dependencies']],
    ['東京都 x', ['x', '東京', '京都']],
    ['!?\u{1f600} ', []],
  ])('of %s', (text, terms) => {
    expect(termsOf(text, 'none').sort()).toEqual([...terms].sort());
  });

  it('hold letters and digits alone, at most sixty-four', () => {
    const terms = termsOf(`a"b' OR c* (d) ${'x'.repeat(500)} हिन्दी`, 'english');
    for (const term of terms) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
  });

  it('of a query are told once, without little words unless there are no others', () => {
    expect(queryTermsOf('What is the rent of the rents?', 'english')).toEqual(['rent']);
    expect(queryTermsOf('who is it', 'english')).toEqual(['who', 'be', 'it']);
    expect(queryTermsOf('the rent', 'none')).toEqual(['the', 'rent']);
    expect(queryTermsOf('Wann darf ich Wohnungen kündigen?', 'german')).toEqual(['wohn', 'kundig']);
    expect(queryTermsOf("Qu'est-ce que l’eau coûte ?", 'french')).toEqual(['eau', 'cout']);
    expect(queryTermsOf('¿Cuánto cuestan las habitaciones?', 'spanish')).toEqual(['cuestan', 'habit']);
  });
});
