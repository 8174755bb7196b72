/** A request whose rows have only the fields that it names. */
interface WithFields {
  readonly fields?: readonly string[] | null;
}

/** The paths that `fields` of a request may name. */
type PathOf<Request extends WithFields> = NonNullable<Request['fields']>[number];

/** `fields` of a request. Editors suggest the paths; those that are not literals are known to the service only. */
export type FieldPaths<Request extends WithFields> = readonly (PathOf<Request> | (string & Record<never, never>))[];

/** A request with `fields`, of which a literal must be a path of the row. */
export type Choosing<Request extends WithFields, Fields extends readonly string[]> = Omit<Request, 'fields'> & {
  readonly fields?: (Fields & Known<Fields[number], PathOf<Request>>) | null;
};

type Known<Field extends string, Path extends string> = string extends Field
  ? unknown
  : [Field] extends [Path]
    ? unknown
    : readonly Path[];

/**
 * A row of a request with `fields`: whole when it names none, exactly the named fields when they are literals, else any of
 * its fields.
 */
export type Chosen<Row, Fields extends readonly string[]> = Fields extends readonly []
  ? Row
  : number extends Fields['length']
    ? Partly<Row>
    : IsAnyUnion<Fields> extends true
      ? Partly<Row>
      : Picked<Row, Fields[number]>;

/** The data of an answer whose rows have the fields of the request. */
export type WithRows<
  Data extends { readonly list: readonly unknown[] },
  Fields extends readonly string[],
> = Fields extends readonly [] ? Data : Omit<Data, 'list'> & { list: Chosen<Data['list'][number], Fields>[] };

/** Any of the fields, at every depth. */
export type Partly<Value> = Value extends readonly (infer Item)[]
  ? Partly<Item>[]
  : Value extends object
    ? { [Field in keyof Value]?: Partly<Value[Field]> }
    : Value;

/** Whether one of the paths may be this or that. */
type IsAnyUnion<Fields extends readonly string[]> = true extends {
  [Index in keyof Fields]: IsUnion<Fields[Index]>;
}[number]
  ? true
  : false;

type IsUnion<Path, Whole = Path> = string extends Path
  ? true
  : Path extends unknown
    ? [Whole] extends [Path]
      ? false
      : true
    : never;

type Picked<Value, Path extends string> = Value extends readonly (infer Item)[]
  ? Picked<Item, Path>[]
  : Value extends object
    ? {
        [Field in keyof Value as Field extends Head<Path> ? Field : never]: Field extends Path
          ? Value[Field]
          : Picked<Value[Field], Tail<Path, Field & string>>;
      }
    : Value;

type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;

type Tail<Path extends string, Field extends string> = Path extends `${Field}.${infer Rest}` ? Rest : never;
