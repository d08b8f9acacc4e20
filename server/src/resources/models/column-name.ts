import { Type } from 'typebox';

export const columnName = Type.String({ minLength: 1, maxLength: 1000 });
