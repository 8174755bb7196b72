import { build, installPackages, requireNode } from './bootstrap.mjs';

requireNode();
installPackages();
build();
await import('../../dist/bin/start.js');
