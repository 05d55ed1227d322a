/** What a token is; those without characters of their own only mark structure. */
export type TokenKind =
  | "directive"
  | "documentStart"
  | "documentEnd"
  | "blockSequenceStart"
  | "blockMappingStart"
  | "blockEnd"
  | "flowSequenceStart"
  | "flowMappingStart"
  | "flowSequenceEnd"
  | "flowMappingEnd"
  | "flowEntry"
  | "blockEntry"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "plain"
  | "quoted"
  | "block"
  | "streamEnd";

/** One token of the text. */
export type Token = {
  readonly kind: TokenKind;
  /** Where it starts, in UTF-16 units. */
  readonly start: number;
  /** A scalar's value, an anchor's or alias's name, a tag's suffix or a directive's name. */
  readonly value: string;
  /** A tag's handle, absent for `!<verbatim>` and the lone `!`; a `%TAG` directive's handle. */
  readonly handle?: string;
  /** A `%TAG` directive's prefix or a `%YAML` directive's major version. */
  readonly argument?: string;
};
