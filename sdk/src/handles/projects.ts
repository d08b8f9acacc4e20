import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Event, Project, Query, Result } from '../types.ts';
import { AgentHandle, Agents } from './agents.ts';
import { ChatbotHandle, Chatbots } from './chatbots.ts';
import { ConnectionHandle, Connections } from './connections.ts';
import { KnowledgeBaseHandle, KnowledgeBases } from './knowledge-bases.ts';
import { ModelHandle, Models, type PredictedValue } from './models.ts';
import { SkillHandle, Skills } from './skills.ts';
import { TableHandle, Tables } from './tables.ts';
import { Trash } from './trash.ts';
import { WebhookHandle, Webhooks } from './webhooks.ts';

/** The projects that the key reaches. */
export class Projects {
  readonly #sibyl: Operations;

  constructor(sibyl: Operations) {
    this.#sibyl = sibyl;
  }

  list(query?: Query<'listProjects'>, options?: CallOptions): List<Project> {
    return this.#sibyl.list('listProjects', { query: query ?? {}, ...options });
  }

  create(body: Body<'createProject'>, options?: CallOptions): Promise<Project> {
    return this.#sibyl.call('createProject', { body, ...options });
  }
}

/** One project: its record and contents. */
export class ProjectHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };
  readonly name: string;
  readonly tables: Tables;
  readonly connections: Connections;
  readonly models: Models;
  readonly knowledgeBases: KnowledgeBases;
  readonly skills: Skills;
  readonly agents: Agents;
  readonly chatbots: Chatbots;
  readonly webhooks: Webhooks;
  readonly trash: Trash;

  constructor(sibyl: Operations, name: string) {
    this.#sibyl = sibyl;
    this.name = name;
    this.#path = { projectName: name };
    this.tables = new Tables(sibyl, name);
    this.connections = new Connections(sibyl, name);
    this.models = new Models(sibyl, name);
    this.knowledgeBases = new KnowledgeBases(sibyl, name);
    this.skills = new Skills(sibyl, name);
    this.agents = new Agents(sibyl, name);
    this.chatbots = new Chatbots(sibyl, name);
    this.webhooks = new Webhooks(sibyl, name);
    this.trash = new Trash(sibyl, name);
  }

  get(options?: CallOptions): Promise<Project> {
    return this.#sibyl.call('getProject', { path: this.#path, ...options });
  }

  update(body: Body<'updateProject'>, options?: CallOptions): Promise<Project> {
    return this.#sibyl.call('updateProject', { path: this.#path, body, ...options });
  }

  /** `{cascade: true}` also deletes its contents. */
  delete(query?: Query<'deleteProject'>, options?: CallOptions) {
    return this.#sibyl.call('deleteProject', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Runs one SELECT over the project's tables, or over a connection. */
  query(sql: string, settings?: Omit<Body<'runQuery'>, 'sql'>, options?: CallOptions) {
    return this.#sibyl.call('runQuery', { path: this.#path, body: { sql, ...settings }, ...options });
  }

  /** Lists the project's events. */
  events(query?: Query<'listEvents'>, options?: CallOptions): List<Event> {
    return this.#sibyl.list('listEvents', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Lists trainings, batches, evaluations and computations of vectors: what waits or runs, then the latest. */
  jobs(query?: Query<'listJobs'>, options?: CallOptions): Promise<Result<'listJobs'>> {
    return this.#sibyl.call('listJobs', { path: this.#path, query: query ?? {}, ...options });
  }

  /** What agents used of language models, by day, agent and model. */
  spending(query?: Query<'readSpending'>, options?: CallOptions): Promise<Result<'readSpending'>> {
    return this.#sibyl.call('readSpending', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Yields new events, or those after `cursor`; after a lost connection it continues without a gap. */
  async *watch(query: Query<'listEvents'> = {}, options: CallOptions = {}): AsyncGenerator<Event, void> {
    const cursor = query.cursor ?? (await this.#lastSequence(options));
    const input = { path: this.#path, query: { ...query, cursor }, ...options };
    for await (const { data } of this.#sibyl.follow('listEvents', input)) yield JSON.parse(data) as Event;
  }

  /** Needed before the stream opens: otherwise events during a reconnection would be missed. */
  async #lastSequence(options: CallOptions): Promise<string> {
    const [last] = await this.events({ sort: '-sequence', limit: 1 }, options);
    return String(last?.sequence ?? 0);
  }

  table(name: string): TableHandle {
    return new TableHandle(this.#sibyl, this.name, name);
  }

  connection(name: string): ConnectionHandle {
    return new ConnectionHandle(this.#sibyl, this.name, name);
  }

  /** `.N` after the name selects version N. In TypeScript `model<'price', number>('homes')` types the predictions. */
  model<Target extends string = string, Value = PredictedValue>(name: string): ModelHandle<Target, Value> {
    return new ModelHandle(this.#sibyl, this.name, name);
  }

  knowledgeBase(name: string): KnowledgeBaseHandle {
    return new KnowledgeBaseHandle(this.#sibyl, this.name, name);
  }

  skill(name: string): SkillHandle {
    return new SkillHandle(this.#sibyl, this.name, name);
  }

  agent(name: string): AgentHandle {
    return new AgentHandle(this.#sibyl, this.name, name);
  }

  chatbot(name: string): ChatbotHandle {
    return new ChatbotHandle(this.#sibyl, this.name, name);
  }

  webhook(name: string): WebhookHandle {
    return new WebhookHandle(this.#sibyl, this.name, name);
  }
}
