export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly 'x-required'?: readonly string[];
  readonly 'x-on-request'?: boolean;
  format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly (string | null)[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema: Schema } | undefined>>;

export interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly operationId: string;
          readonly summary: string;
          readonly 'x-subject'?: SubjectMark;
          readonly 'x-rules': readonly { readonly name: string; readonly limit?: number }[];
          readonly requestBody: { readonly required?: boolean; readonly content: Content };
          readonly responses: Readonly<Record<'200', { readonly content: Content }>>;
        };
        /** The same by GET. */
        readonly get?: object;
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What the document says of the subject of an operation. */
export interface SubjectMark {
  readonly subject: string;
  readonly id: string;
  readonly name: { readonly EN_US: string; readonly ZH_CN?: string };
  readonly plural: string;
  readonly shown_as: Readonly<Record<'id' | 'title', string>> &
    Readonly<Partial<Record<'subtitle' | 'picture', string>>>;
  readonly channel?: string;
  readonly has_no_page?: true;
  /** Of a ranking. */
  readonly ranking?: string;
  readonly list?: string;
  readonly facts?: string;
  readonly figure?: string;
}

/** An operation as a method of the client. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  /** Whether it is asked by GET, so that an answer that has not changed is not sent again. */
  readonly isHeld: boolean;
  /** Its subject, where it says it. */
  readonly about: SubjectMark | undefined;
  readonly request: string;
  readonly isOptional: boolean;
  readonly takesFields: boolean;
  /** The schema of `data`; undefined of an export. */
  readonly data: string | undefined;
  readonly hasTotal: boolean;
  /** The schema of a row. */
  readonly row: string;
  /** The most rows that pages reach; undefined without pages. */
  readonly window: number | undefined;
}
