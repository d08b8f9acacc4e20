/** Three generated tables unlike home rentals, with the same rows on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomFrom(12);
const pick = <Item>(...items: Item[]): Item => items[Math.floor(random() * items.length)];
const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
const day = (first: string, days: number) => new Date(Date.parse(first) + whole(0, days) * 86_400_000).toISOString();
const repeat = <Row>(count: number, make: (index: number) => Row) => Array.from({ length: count }, (_, at) => make(at));

const orders = repeat(1200, (index) => {
  const quantity = whole(1, 9);
  const unitPrice = whole(300, 19_900) / 100;
  return {
    order_id: 10_001 + index,
    order_date: day('2023-01-01T00:00:00Z', 729).slice(0, 10),
    customerName: pick('Acme Ltd', 'Blue Sky', 'Corner Shop', 'Delta Foods', 'Evergreen', 'Fine Arts', 'Globe Travel'),
    product_category: pick('books', 'toys', 'garden', 'electronics', 'office supplies'),
    country: pick('Germany', 'France', 'Spain', 'Italy', 'Poland'),
    quantity,
    unit_price: unitPrice,
    total_amount: Math.round(quantity * unitPrice * 100) / 100,
    paid: random() < 0.8,
  };
});

const employees = repeat(300, (index) => {
  const department = pick('Sales', 'Engineering', 'Human Resources', 'Finance', 'Support');
  return {
    employee_no: index + 1,
    fullName: `${pick('Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn')} ${pick('Miller', 'Novak', 'Olsen', 'Pinto')}-${index}`,
    department,
    jobTitle: pick('manager', 'analyst', 'assistant', 'senior specialist'),
    salary: whole(28, 120) * 1000 + index,
    hire_date: day('2012-01-01T00:00:00Z', 4500).slice(0, 10),
    age: whole(19, 66),
    office_city: pick('Lisbon', 'Oslo', 'Vienna'),
    remote: random() < 0.35,
  };
});

const sensorReadings = repeat(2000, (index) => ({
  reading_id: index,
  sensor: pick('S1', 'S2', 'S3', 'S4'),
  room: pick('cellar', 'roof', 'lab', 'server room'),
  recorded_at: new Date(Date.parse('2025-05-01T00:00:00Z') + index * 1_800_000).toISOString(),
  temperature_c: whole(-50, 380) / 10,
  humidity: whole(200, 990) / 10,
  battery_volts: whole(280, 420) / 100,
  status: pick('ok', 'ok', 'ok', 'warning', 'fault'),
}));

export const otherTables = { orders, employees, sensor_readings: sensorReadings };
