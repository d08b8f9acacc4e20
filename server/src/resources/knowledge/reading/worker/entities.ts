/** Named characters common in prose; others are left unchanged. */
const named: Record<string, string> = Object.fromEntries(
  `amp & lt < gt > quot " apos ' nbsp \u00a0 iexcl ¡ cent ¢ pound £ yen ¥ sect § copy © laquo « raquo » reg ® deg ° plusmn ±
  sup2 ² sup3 ³ micro µ para ¶ middot · frac14 ¼ frac12 ½ frac34 ¾ iquest ¿ Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä
  Aring Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê Euml Ë Igrave Ì Iacute Í Icirc Î Iuml Ï Ntilde Ñ Ograve Ò Oacute Ó
  Ocirc Ô Otilde Õ Ouml Ö times × Oslash Ø Ugrave Ù Uacute Ú Ucirc Û Uuml Ü szlig ß agrave à aacute á acirc â atilde ã
  auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë igrave ì iacute í icirc î iuml ï ntilde ñ ograve ò
  oacute ó ocirc ô otilde õ ouml ö divide ÷ oslash ø ugrave ù uacute ú ucirc û uuml ü yuml ÿ OElig Œ oelig œ ndash –
  mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ bull • hellip … euro € trade ™ larr ← rarr → minus − le ≤ ge ≥
  ne ≠ asymp ≈ infin ∞`
    .trim()
    .split(/\n\s*| (?=[A-Za-z])/)
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);

/** Decodes entities such as `&amp;`, `&#228;` and `&#xe4;`. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}\d{0,2}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
