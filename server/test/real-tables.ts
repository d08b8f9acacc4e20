/** Tables of the kinds that an encyclopedia has: line feeds in names and cells, `#` as a name, footnotes, dashes. */
export const realTables: readonly { kind: string; records: readonly (readonly string[])[] }[] = [
  {
    kind: 'line feeds in the header and in cells',
    records: [
      ['Game', 'Results\nScore', 'Attendance\n(official)'],
      ['1', 'Won\n3–1', '12,400'],
      ['2', 'Lost\n"at the end"', '9,870'],
      ['3', 'Won, late', '11,050'],
    ],
  },
  {
    kind: 'a first column called #',
    records: [
      ['#', 'Judge', 'State', 'Began active\nservice', 'Ended active\nservice'],
      ['1', 'Ada Quill', 'NY', '1894', '1919'],
      ['2', 'Bo Reed', 'CT', '1901', '1916'],
      ['3', 'Cy Stone', 'NY', '1907', '–'],
    ],
  },
  {
    kind: 'a first column called # above words',
    records: [
      ['#', 'Name\n(Birth–Death)', 'Office'],
      ['—', 'Ann Lee\n(1850–1917)', 'Regent'],
      ['first', 'Ben Moor\n(1861–1930)', 'Consul'],
      ['second', 'Cleo Nash\n(1870–1942)', 'Consul'],
    ],
  },
  {
    kind: 'rows that begin with #',
    records: [
      ['Seed', 'Team', 'Record'],
      ['#1', 'Harbour', '14-4 (24-5)'],
      ['#2', 'Valley', '14-4 (26-5)'],
      ['#3', 'Ridge', ''],
    ],
  },
  {
    kind: 'some rows that begin with # as colours do',
    records: [
      ['Original', 'Shade', 'Since'],
      ['Various', '#FFFFFF', '1999'],
      ['#FCE883', '#C5E384', '2004'],
      ['#EE204D', 'Various', '2011'],
      ['None', '#E7C697', '2013'],
      ['Plain', '#0D98BA', '2014'],
    ],
  },
  {
    kind: 'a first column called % change',
    records: [
      ['% change', 'Town', 'Note'],
      ['3.5', 'Ames', '// revised'],
      ['1.25', 'Boone', ''],
      ['0.5', 'Story', '% of all'],
    ],
  },
  {
    kind: 'rows that begin with // and --',
    records: [
      ['Path', 'Kind', 'Size'],
      ['//host/a', 'share', '3'],
      ['--', 'none', '0'],
      ['//host/b', 'share', '12'],
    ],
  },
  {
    kind: 'quotes inside of cells that are not quoted',
    records: [
      ['Title', 'Size', 'Price'],
      ['"Pilot"', '5" wide', '4.5'],
      ["'Round'", "6' tall", '3.25'],
      ['The "Big" One', '7" by 9"', '1.75'],
    ],
  },
  {
    kind: 'words in single quotes as names',
    records: [
      ['', "'be'", "'remain'"],
      ['1st sg', 'esmì', 'liekmì'],
      ['2nd sg', 'esì', 'lieksì'],
      ['1st pl', 'esme', 'liekme'],
    ],
  },
  {
    kind: 'years as names',
    records: [
      ['Denomination', '1870', '1880', '1900', '1949', '2011'],
      ['Northern', '72.3%', '69.4%', '60.7%', '63.1%', '28.9%'],
      ['Southern', '4.8%', '6.1%', '8.9%', '15.5%', '8.5%'],
      ['Other', '22.9%', '24.5%', '30.4%', '21.4%', '62.6%'],
    ],
  },
  {
    kind: 'names twice and without letters',
    records: [
      ['Team', 'Won', 'Won', '', '+/−'],
      ['Ants', '3', '1', 'a', '+4'],
      ['Bees', '2', '2', 'b', '0'],
      ['Crows', '0', '5', 'c', '−9'],
    ],
  },
  {
    kind: 'blanks around words and gaps within',
    records: [
      ['Name', 'Born in', 'Height'],
      [' Ida Vale', 'Ames ', '1.7'],
      ['Jon West', '', '1.82'],
      ['Kim  York', 'Iowa\nCity', ''],
    ],
  },
];
