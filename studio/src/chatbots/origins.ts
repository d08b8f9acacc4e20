/** Sites whose pages may show a widget. */
export function originsOf(channel: object): string[] {
  return (channel as { allowed_origins?: string[] }).allowed_origins ?? [];
}

/** A site as people write it, by its origin. */
export function originFrom(text: string): string {
  const address = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : text;
}
