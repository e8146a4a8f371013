/* src/count/opencl.h - the calls of OpenCL that Felt makes, found when they are needed.
 *
 * Nothing is linked: the loader of the machine, if it has one, is opened at run time, so that who counts no cards waits for no driver. */
#ifndef FELT_SRC_COUNT_OPENCL_H
#define FELT_SRC_COUNT_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>

#define OPENCL_CALLS(X)                                                                                                                    \
    X(clGetPlatformIDs)                                                                                                                    \
    X(clGetDeviceIDs)                                                                                                                      \
    X(clGetDeviceInfo)                                                                                                                     \
    X(clCreateContext)                                                                                                                     \
    X(clReleaseContext)                                                                                                                    \
    X(clCreateCommandQueue)                                                                                                                \
    X(clReleaseCommandQueue)                                                                                                               \
    X(clCreateProgramWithSource)                                                                                                           \
    X(clBuildProgram)                                                                                                                      \
    X(clGetProgramBuildInfo)                                                                                                               \
    X(clReleaseProgram)                                                                                                                    \
    X(clCreateKernel)                                                                                                                      \
    X(clReleaseKernel)                                                                                                                     \
    X(clSetKernelArg)                                                                                                                      \
    X(clCreateBuffer)                                                                                                                      \
    X(clReleaseMemObject)                                                                                                                  \
    X(clEnqueueWriteBuffer)                                                                                                                \
    X(clEnqueueReadBuffer)                                                                                                                 \
    X(clEnqueueFillBuffer)                                                                                                                 \
    X(clEnqueueNDRangeKernel)

typedef struct opencl {
    void *library;
#define X(name) __typeof__(&name) name;
    OPENCL_CALLS(X)
#undef X
} opencl;

/* False: the machine has no loader of OpenCL, or one that is too old. */
bool opencl_open(opencl *ret);
void opencl_close(opencl *cl);

/* The best device: one for graphics, else an accelerator, else a processor; of several, the one with the most units. It can do doubles and
 * atomic additions of 64 bits. False: there is none. */
bool opencl_choose(const opencl *cl, cl_device_id *ret);

/* Is it one for graphics? */
bool opencl_is_graphics(const opencl *cl, cl_device_id device);

#endif
