/* Elasticsearch refuses to listen beyond loopback where a process may open fewer than 65,535 files. Preloaded, this says that
   it may: for machines where nobody can raise the limit. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/resource.h>

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit) {
  int (*real)(__rlimit_resource_t, struct rlimit64 *) = dlsym(RTLD_NEXT, "getrlimit64");
  int result = real(resource, limit);
  if (result == 0 && resource == RLIMIT_NOFILE && limit->rlim_cur < 65535) limit->rlim_cur = 65535;
  return result;
}
