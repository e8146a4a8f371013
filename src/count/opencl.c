/* src/count/opencl.c - OpenCL found at run time, and its best device. */
#include "count/opencl.h"

#include <dlfcn.h>
#include <string.h>

enum { PLATFORMS_MAX = 16, DEVICES_MAX = 64, EXTENSIONS_MAX = 8192 };

bool opencl_open(opencl *ret)
{
    opencl cl = {.library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL)};
    if (cl.library == NULL)
        return false;
    bool all = true;
#define X(name)                                                                                                                            \
    *(void **)(&cl.name) = dlsym(cl.library, #name); /* as POSIX has it */                                                                 \
    all = all && cl.name != NULL;
    OPENCL_CALLS(X)
#undef X
    if (!all) {
        dlclose(cl.library);
        return false;
    }
    *ret = cl;
    return true;
}

void opencl_close(opencl *cl)
{
    if (cl->library != NULL)
        dlclose(cl->library);
    *cl = (opencl){0};
}

static bool can_count(const opencl *cl, cl_device_id device)
{
    char extensions[EXTENSIONS_MAX] = "";
    cl_bool works = CL_FALSE;
    cl->clGetDeviceInfo(device, CL_DEVICE_AVAILABLE, sizeof works, &works, NULL);
    if (cl->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL) != CL_SUCCESS)
        return false;
    return works && strstr(extensions, "cl_khr_fp64") != NULL && strstr(extensions, "cl_khr_int64_base_atomics") != NULL;
}

/* How much it is worth: by kind, then by units. */
static long rate(const opencl *cl, cl_device_id device)
{
    cl_device_type type = 0;
    cl_uint units = 0;
    cl->clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    cl->clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    long kind = (type & CL_DEVICE_TYPE_GPU) != 0 ? 3 : (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? 2 : 1;
    return kind * 1000000 + (long)units;
}

bool opencl_is_graphics(const opencl *cl, cl_device_id device)
{
    cl_device_type type = 0;
    cl->clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_GPU) != 0;
}

bool opencl_choose(const opencl *cl, cl_device_id *ret)
{
    cl_platform_id platforms[PLATFORMS_MAX];
    cl_uint platform_count = 0;
    long best = 0;
    if (cl->clGetPlatformIDs(PLATFORMS_MAX, platforms, &platform_count) != CL_SUCCESS)
        return false;
    for (cl_uint p = 0; p < platform_count && p < PLATFORMS_MAX; p++) {
        cl_device_id devices[DEVICES_MAX];
        cl_uint count = 0;
        if (cl->clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, DEVICES_MAX, devices, &count) != CL_SUCCESS)
            continue;
        for (cl_uint i = 0; i < count && i < DEVICES_MAX; i++) {
            if (!can_count(cl, devices[i]) || rate(cl, devices[i]) <= best)
                continue;
            best = rate(cl, devices[i]);
            *ret = devices[i];
        }
    }
    return best > 0;
}
