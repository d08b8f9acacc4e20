/** `projectName` → `project`, `conversationId` → `conversation`: what the parameter of a path names. */
type Named<Parameter> = Parameter extends `${infer Name}Name` | `${infer Name}Id` ? Name : Parameter;

/** What a route's parameters name, as verbs take it: `{ projectName, agentName }` is `{ project, agent }`. */
export type Address<Params> = { [Parameter in keyof Params as Named<Parameter>]: Params[Parameter] };

type ParametersOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParentParametersOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParentParametersOf<Rest>
  : never;

/** Names one record: read from the path of its route. */
export type AddressIn<Path extends string> = Address<Record<ParametersOf<Path>, string>>;
/** Names what the record belongs to: all but the last parameter of its path. */
export type ParentIn<Path extends string> = Address<Record<ParentParametersOf<Path>, string>>;

export function addressOf<Params extends object>(params: Params): Address<Params> {
  const entries = Object.entries(params).map(([parameter, value]) => [parameter.replace(/(?:Name|Id)$/, ''), value]);
  return Object.fromEntries(entries) as Address<Params>;
}
