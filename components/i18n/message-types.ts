/** Types of messages and their parameters: a missing text, a misspelt key or a missing parameter is a compile error. */

/** One text a plural category (CLDR); chosen by the parameter `count`. */
export type PluralMessage = {
  zero?: string;
  one?: string;
  two?: string;
  few?: string;
  many?: string;
  other: string;
};

/** `{name}` stands for a parameter. */
export type Message = string | PluralMessage;

/** The messages of one feature in English: the source from which keys and parameters are typed. */
export type MessageFile = Readonly<Record<string, Message>>;

/** The same keys in another language. */
export type Translation<Source extends MessageFile> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : PluralMessage;
};

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type ParameterNames<Of extends Message> = Of extends string
  ? Placeholders<Of>
  : Of extends { other: infer Other extends string }
    ? Placeholders<Other> | "count"
    : never;

/** Nothing for a text without parameters; else an object with each of them. */
export type MessageArguments<Of extends Message> = [ParameterNames<Of>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterNames<Of>, string | number>>];

/** Returns the text of a key with its parameters filled in. Numbers are formatted in the language. */
export type Text<Source extends MessageFile> = <Key extends keyof Source & string>(
  key: Key,
  ...parameters: MessageArguments<Source[Key]>
) => string;
