/** Letters, digits, signs and pictures: neither blanks nor marks that only change other characters. */
export const visible = /[^\p{Separator}\p{Control}\p{Format}\p{Surrogate}\p{Mark}\u2800\u3164]/u;
