import { build, requireNode } from './bootstrap.mjs';

requireNode();
build();
