import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { type Loader, type LoggerInterface, parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { type Config, compile, type TopLevelSpec } from 'vega-lite';

const font = 'DejaVu Sans';
const size = { width: 640, height: 400 };
const pixelsWide = 1280;
/** Maximum height relative to the width: phones show no longer pictures. */
const longest = 4;
/** Matches letters of scripts without a font, which would be empty boxes. */
const unknownLetter =
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Armenian}|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Georgian})\p{L}/u;

const config: Config = {
  background: '#ffffff',
  font,
  padding: 16,
  axis: { labelFontSize: 12, titleFontSize: 13, labelLimit: 240 },
  legend: { labelFontSize: 12, titleFontSize: 13, labelLimit: 200 },
};

/** Draws a Vega-Lite specification that contains its data. It loads nothing, runs no code and has a fixed size. */
export async function drawChart(spec: Record<string, unknown>): Promise<Uint8Array> {
  const svg = await drawSvg(spec);
  if (unknownLetter.test(svg.replace(/<[^>]*>/g, ''))) throw new Error('It has letters that no font at hand has.');
  const fonts = await loadFonts();
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: pixelsWide },
    font: { fontBuffers: fonts, defaultFontFamily: font, sansSerifFamily: font },
  });
  if (drawing.height > drawing.width * longest) throw new Error('It is too long for a picture.');
  return drawing.render().asPng();
}

async function drawSvg(spec: Record<string, unknown>): Promise<string> {
  const faults: unknown[] = [];
  const { loader, logger } = closedTo(faults);
  const { spec: compiled } = compile({ ...spec, ...size } as unknown as TopLevelSpec, { config, logger });
  const runtime = parse(compiled, undefined, { ast: true });
  const view = new View(runtime, { expr: expressionInterpreter, loader, renderer: 'none', logger });
  try {
    const svg = await view.toSVG();
    if (faults.length > 0) throw new Error('It wants something loaded, or is wrong.');
    return svg;
  } finally {
    view.finalize();
  }
}

/** Refuses to fetch or read addresses in a specification, which must contain its data. */
function closedTo(faults: unknown[]): { loader: Loader; logger: LoggerInterface } {
  const refuse = async (address: string) => {
    faults.push(address);
    throw new Error('Nothing is loaded.');
  };
  // A picture has no links, and nobody would catch their refusal.
  const sanitize = async (address: string, { context }: { context?: string } = {}) =>
    context === 'href' ? { href: '' } : refuse(address);
  const loader = { load: refuse, sanitize, http: refuse, file: refuse, options: {} };
  const say = () => logger;
  const fail = (...given: readonly unknown[]) => {
    faults.push(given);
    return logger;
  };
  const logger = { level: say, error: fail, warn: say, info: say, debug: say } as unknown as LoggerInterface;
  return { loader: loader as unknown as Loader, logger };
}

let loading: Promise<Uint8Array[]> | undefined;

function loadFonts(): Promise<Uint8Array[]> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Uint8Array[]> {
  const read = (address: string) => readFile(fileURLToPath(address));
  const [program, ...fonts] = await Promise.all([
    read(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')),
    read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  ]);
  await initWasm(program);
  return fonts;
}
