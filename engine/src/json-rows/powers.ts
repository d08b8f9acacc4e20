/** The powers of ten that doubles hold exactly: 10^0 to 10^22. */
export const doublePowers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

const greatest = 32;

/** 10^-32 to 10^32, each scaled to 128 bits and rounded up, high half first. */
export function scaledPowers(): BigUint64Array<ArrayBuffer> {
  const halves = Array.from({ length: 2 * greatest + 1 }, (_, place) => scaledPower(place - greatest));
  return BigUint64Array.from(halves.flatMap((power) => [power >> 64n, power & (2n ** 64n - 1n)]));
}

function scaledPower(exponent: number): bigint {
  const power = 10n ** BigInt(Math.abs(exponent));
  const bits = BigInt(power.toString(2).length);
  if (exponent >= 0) return power << (128n - bits);
  return (1n << (127n + bits)) / power + 1n;
}
