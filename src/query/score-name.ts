/** What a clause of an explained plan counts for: of a group (a word's place, from 0) the best, of none ('') each. */
export interface ScoreName {
  readonly group: string;
  readonly says: string;
}

export const scoreName = ({ group, says }: ScoreName): string => `${group}\t${says}`;

export function readScoreName(name: string): ScoreName {
  const [group = '', says = ''] = name.split('\t');
  return { group, says };
}
