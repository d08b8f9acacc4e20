import type { Definition, Nodes, Parents, Root, RootContent, Table } from 'mdast';
import { layTable } from './lay-table.ts';
import { loadParser } from './parse.ts';

/**
 * How a platform writes each element of Markdown. Given texts are already escaped, except those of `escape` and of
 * code.
 */
export interface Markup {
  escape(text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  strike(text: string): string;
  code(text: string): string;
  block(text: string, language: string): string;
  /** @param url not escaped */
  link(text: string, url: string): string;
  quote(text: string): string;
}

type Find = (identifier: string) => Definition | undefined;
const safeLink = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Converts Markdown to another markup. */
export async function renderMarkdown(text: string, markup: Markup): Promise<string> {
  const parse = await loadParser();
  return renderTree(parse(text), markup);
}

function renderTree(tree: Root, markup: Markup): string {
  const definitions = new Map(
    tree.children.flatMap((one) => (one.type === 'definition' ? [[one.identifier, one]] : [])),
  );
  return new Renderer(markup, (identifier) => definitions.get(identifier)).blocks(tree.children, '\n\n');
}

class Renderer {
  readonly #markup: Markup;
  readonly #find: Find;

  constructor(markup: Markup, find: Find) {
    this.#markup = markup;
    this.#find = find;
  }

  blocks(nodes: readonly RootContent[], between: string): string {
    return nodes
      .map((node) => this.#render(node))
      .filter((text) => text !== '')
      .join(between);
  }

  #inline(node: Parents): string {
    return node.children.map((child) => this.#render(child)).join('');
  }

  #render(node: Nodes): string {
    const { bold, italic, strike, code, block, quote } = this.#markup;
    switch (node.type) {
      case 'text':
      case 'html':
        return this.#markup.escape(node.value);
      case 'paragraph':
        return this.#inline(node);
      case 'strong':
        return bold(this.#inline(node));
      case 'emphasis':
        return italic(this.#inline(node));
      case 'delete':
        return strike(this.#inline(node));
      case 'inlineCode':
        return code(node.value);
      case 'code':
        return block(node.value, node.lang?.replace(/[^\w+-]/g, '') ?? '');
      case 'heading':
        return bold(this.#inline({ ...node, children: node.children.flatMap(withoutBold) }));
      case 'blockquote':
        return quote(this.blocks(node.children, '\n\n'));
      case 'list':
        return this.#list(node);
      case 'table':
        return this.#table(node);
      case 'break':
        return '\n';
      case 'thematicBreak':
        return '———';
      case 'link':
        return this.#link(this.#inline(node), node.url);
      case 'image':
        return this.#link(this.#markup.escape(node.alt || node.url), node.url);
      case 'linkReference':
        return this.#link(this.#inline(node), this.#find(node.identifier)?.url ?? '');
      case 'imageReference':
        return this.#link(this.#markup.escape(node.alt || node.identifier), this.#find(node.identifier)?.url ?? '');
      case 'footnoteReference':
        return this.#markup.escape(`[${node.label ?? node.identifier}]`);
      case 'footnoteDefinition':
        return `${this.#markup.escape(`[${node.label ?? node.identifier}]`)} ${this.blocks(node.children, '\n')}`;
      default:
        return '';
    }
  }

  /** Makes a link only for safe addresses; others stay text. */
  #link(text: string, url: string): string {
    if (url === '') return text;
    if (safeLink.test(url))
      return text === this.#markup.escape(url.replace(/^(?:mailto:|http:\/\/(?=www\.))/, ''))
        ? text
        : this.#markup.link(text, url);
    return `${text} (${this.#markup.escape(url)})`;
  }

  #list({ children, ordered, start, spread }: Extract<Nodes, { type: 'list' }>): string {
    const items = children.map(({ checked, ...item }, index) => {
      const box = typeof checked === 'boolean' ? `${checked ? '☑' : '☐'} ` : '';
      const bullet = ordered ? `${(start ?? 1) + index}. ` : box ? '' : '• ';
      const text = this.blocks(item.children, item.spread ? '\n\n' : '\n');
      return bullet + box + text.replaceAll('\n', '\n  ');
    });
    return items.join(spread ? '\n\n' : '\n');
  }

  /** Writes narrow tables as columns of fixed width, and each row of a wide one as a paragraph. */
  #table(table: Table): string {
    const { block, bold } = this.#markup;
    const rows = table.children.map(({ children }) => children.map(textIn));
    const laid = layTable(rows, table.align ?? []);
    if (laid !== undefined) return block(laid, '');
    const [head, ...body] = table.children.map(({ children }) => children.map((cell) => this.#inline(cell)));
    return body
      .map(([first = '', ...rest]) =>
        [bold(first), ...rest.map((cell, index) => `${head[index + 1] ?? ''}: ${cell}`)].join('\n'),
      )
      .join('\n\n');
  }
}

/** A heading is bold already. */
function withoutBold<Node extends Nodes>(node: Node): Node[] {
  return node.type === 'strong' ? (node.children as Node[]) : [node];
}

/** Returns the text of a node without markup. */
export function textIn(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'image') return node.alt || node.url;
  return 'children' in node ? node.children.map(textIn).join('') : '';
}
