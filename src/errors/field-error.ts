/** One thing wrong with a request, as listed in `data.errors` of the error envelope. */
export interface FieldError {
  /** Where: `filter.price_range.min`, `orderby[0].field`; `body` for the body as a whole. */
  path: string;
  /** Which rule: `required`, `type`, `unknown`, `max`, `one_of`, … */
  rule: string;
  /** One readable sentence that repeats the offending value, cut at 100 characters. */
  message: string;
  /** The closed list of valid values, where there is one. */
  valid?: readonly (string | number | boolean)[];
  /** The valid value that the offending one was probably meant to be. */
  did_you_mean?: string;
  /** The limit that was passed, where the rule is one. */
  limit?: number;
}
