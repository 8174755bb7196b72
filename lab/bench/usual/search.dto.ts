import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { REGION_CODES } from '../../../src/common/regions.js';

/** Both ends inclusive. */
export class RangeDto {
  @IsOptional() @IsNumber() min?: number;
  @IsOptional() @IsNumber() max?: number;
}

export class PagingDto {
  @IsInt() @Min(1) @Max(5000) page = 1;
  @IsInt() @Min(1) @Max(100) pagesize = 10;
}

export class SearchDto extends PagingDto {
  @IsString() @MaxLength(120) keywords = '';
  @IsOptional() @IsIn(['EN_US', 'ZH_CN']) lang?: string;
}

/** The `orderby` item of an operation that sorts by these fields. */
export function SortDtoOf<Field extends string>(fields: readonly Field[]) {
  class SortDto {
    @IsIn(fields) field: Field;
    @IsIn(['desc']) order = 'desc' as const;
  }
  return SortDto;
}

/** A flag is given as true and false, or as 1 and 0. */
const AsBoolean = () =>
  Transform(({ value }: { value: unknown }) => (value === 1 || value === 0 ? value === 1 : value));

/** Decorators that fields of several operations have in common. */
export const RangeType = () => Type(() => RangeDto);
export const OptionalRange = () => applyDecorators(IsOptional(), ValidateNested(), RangeType());
export const OptionalRegion = () => applyDecorators(IsOptional(), IsIn(REGION_CODES));
export const OptionalFlag = () => applyDecorators(IsOptional(), AsBoolean(), IsBoolean());
export const OptionalId = () => applyDecorators(IsOptional(), IsInt());
export const OptionalChoice = (choices: readonly number[]) => applyDecorators(IsOptional(), IsIn(choices));
