// Says which Node is needed, in JavaScript that an old Node reads: each entry imports it before anything else.
const needed = 24;

export function requireNode(command) {
  if (parseInt(process.versions.node, 10) >= needed) return;
  console.error(
    'Sibyl needs Node ' + needed + ' or newer, this is ' + process.version + '. `npm install` brings it: start by `' + command + '`.',
  );
  process.exit(1);
}
