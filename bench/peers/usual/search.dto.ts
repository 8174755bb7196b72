import { Type } from 'class-transformer';
import { IsIn, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** Both ends inclusive. */
export class RangeDto {
  @IsOptional()
  @IsNumber()
  min?: number;

  @IsOptional()
  @IsNumber()
  max?: number;
}

export class PagingDto {
  @IsInt()
  @Min(1)
  @Max(5000)
  page = 1;

  @IsInt()
  @Min(1)
  @Max(100)
  pagesize = 10;
}

export class SearchDto extends PagingDto {
  @IsString()
  @MaxLength(120)
  keywords = '';

  @IsOptional()
  @IsIn(['EN_US', 'ZH_CN'])
  lang?: string;
}

/** The `orderby` item of an operation that sorts by these fields. */
export function SortDtoOf<Field extends string>(fields: readonly Field[]) {
  class SortDto {
    @IsIn(fields)
    field: Field;

    @IsIn(['desc'])
    order = 'desc' as const;
  }
  return SortDto;
}

export const RangeType = () => Type(() => RangeDto);
