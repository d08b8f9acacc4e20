/** `projectName` → `project`, `conversationId` → `conversation`: what a path parameter names. */
type Named<Parameter> = Parameter extends `${infer Name}Name` | `${infer Name}Id` ? Name : Parameter;

/** A route's parameters as verbs take them: `{ projectName, agentName }` is `{ project, agent }`. */
export type Address<Params> = { [Parameter in keyof Params as Named<Parameter>]: Params[Parameter] };

type ParametersOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParentParametersOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParentParametersOf<Rest>
  : never;

/** Names one record: all parameters of its path. */
export type AddressIn<Path extends string> = Address<Record<ParametersOf<Path>, string>>;
/** Names the parent of the record: all parameters except the last. */
export type ParentIn<Path extends string> = Address<Record<ParentParametersOf<Path>, string>>;

export function addressOf<Params extends object>(params: Params): Address<Params> {
  const entries = Object.entries(params).map(([parameter, value]) => [parameter.replace(/(?:Name|Id)$/, ''), value]);
  return Object.fromEntries(entries) as Address<Params>;
}
