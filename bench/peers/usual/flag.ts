import { Transform } from 'class-transformer';

/** A flag is given as true and false, or as 1 and 0. */
export const Flag = () =>
  Transform(({ value }: { value: unknown }) => (value === 1 || value === 0 ? value === 1 : value));
